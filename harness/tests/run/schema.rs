//! Just enough of JSON Schema to hold our own files to it. A keyword that is not understood is an
//! error, never ignored.

use serde_json::{Map, Value};

pub(crate) struct Schema {
    root: Value,
}

impl Schema {
    pub(crate) fn new(root: Value) -> Schema {
        Schema { root }
    }

    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.at(&self.root, value, "")
    }

    fn at(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        if let Value::Bool(allowed) = schema {
            return if *allowed {
                Ok(())
            } else {
                Err(format!("{path}: not allowed"))
            };
        }
        let schema = schema.as_object().ok_or("a schema is an object")?;
        for (keyword, rule) in schema {
            self.keyword(schema, keyword, rule, value, path)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
        path: &str,
    ) -> Result<(), String> {
        let fail = |message: String| Err(format!("{path}: {message}"));
        let rules = || rule.as_array().into_iter().flatten();
        match keyword {
            "$schema" | "$id" | "$defs" | "title" | "description" => Ok(()),
            "$ref" => {
                let name = rule.as_str().and_then(|text| text.strip_prefix('#'));
                let target = name.and_then(|name| self.root.pointer(name));
                self.at(target.ok_or(format!("{rule} leads nowhere"))?, value, path)
            }
            "type" if !has_type(rule, value) => fail(format!("{value} is not of type {rule}")),
            "const" if value != rule => fail(format!("{value} is not {rule}")),
            "enum" if !rules().any(|one| one == value) => {
                fail(format!("{value} is none of {rule}"))
            }
            "minimum" if value.as_f64() < rule.as_f64() => fail(format!("{value} is below {rule}")),
            "type" | "const" | "enum" | "minimum" => Ok(()),
            "oneOf" => match rules()
                .filter(|one| self.at(one, value, path).is_ok())
                .count()
            {
                1 => Ok(()),
                count => {
                    let errors: Vec<_> = rules()
                        .filter_map(|one| self.at(one, value, path).err())
                        .collect();
                    fail(format!("{count} alternatives fit: {errors:?}"))
                }
            },
            "required" => {
                let missing =
                    rules().find(|key| key.as_str().is_some_and(|key| value.get(key).is_none()));
                missing.map_or(Ok(()), |key| fail(format!("{key} is missing")))
            }
            "properties" => {
                for (key, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(value) = value.get(key) {
                        self.at(rule, value, &format!("{path}/{key}"))?;
                    }
                }
                Ok(())
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (key, value) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(key)) {
                        self.at(rule, value, &format!("{path}/{key}"))?;
                    }
                }
                Ok(())
            }
            "prefixItems" => {
                let pairs = rules().zip(value.as_array().into_iter().flatten());
                pairs
                    .into_iter()
                    .try_for_each(|(rule, value)| self.at(rule, value, path))
            }
            "items" => {
                let first = schema
                    .get("prefixItems")
                    .and_then(Value::as_array)
                    .map_or(0, Vec::len);
                let items = value.as_array().into_iter().flatten().skip(first);
                items
                    .enumerate()
                    .try_for_each(|(at, value)| self.at(rule, value, &format!("{path}/{at}")))
            }
            _ => fail(format!("the validator does not know {keyword}")),
        }
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    match rule.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        _ => false,
    }
}
