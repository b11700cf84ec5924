//! Arguments and results of a function that is called by its name.

use super::{Cursor, violation};
use crate::simulator::Failure;
use crate::simulator::call::{Output, OutputDescription};

/// For each argument: `u64` count, the values as `f64`.
pub fn encode_arguments(arguments: &[Vec<f64>], body: &mut Vec<u8>) {
    body.clear();
    for values in arguments {
        body.extend_from_slice(&(values.len() as u64).to_le_bytes());
        for value in values {
            body.extend_from_slice(&value.to_le_bytes());
        }
    }
}

pub fn decode_arguments(body: &[u8]) -> Result<Vec<Vec<f64>>, Failure> {
    let mut cursor = Cursor::new(body);
    let mut arguments = Vec::new();
    while !cursor.rest.is_empty() {
        let values = decode_argument(&mut cursor);
        arguments.push(
            values
                .ok_or_else(|| violation(format!("argument {} is malformed", arguments.len())))?,
        );
    }
    Ok(arguments)
}

fn decode_argument(cursor: &mut Cursor) -> Option<Vec<f64>> {
    let count = usize::try_from(cursor.u64()?).ok()?;
    let bytes = cursor.take(count.checked_mul(8)?)?.chunks_exact(8);
    Some(
        bytes
            .filter_map(|chunk| Some(f64::from_le_bytes(chunk.try_into().ok()?)))
            .collect(),
    )
}

/// The elements of all results, one after the other; their names and counts go into the message.
pub fn encode_outputs(outputs: &[Output], body: &mut Vec<u8>) -> Vec<OutputDescription> {
    for output in outputs {
        body.extend_from_slice(&output.bytes);
    }
    outputs.iter().map(Output::description).collect()
}

pub fn decode_outputs(
    descriptions: Vec<OutputDescription>,
    body: &[u8],
) -> Result<Vec<Output>, Failure> {
    let mut cursor = Cursor::new(body);
    let mut outputs = Vec::with_capacity(descriptions.len());
    for OutputDescription { name, elem, count } in descriptions {
        let length = count.checked_mul(elem.size());
        let Some(bytes) = length.and_then(|length| cursor.take(length)) else {
            return Err(violation(format!(
                "the body ends before the end of the result {name}"
            )));
        };
        let bytes = bytes.to_vec();
        outputs.push(Output { name, elem, bytes });
    }
    match cursor.rest.len() {
        0 => Ok(outputs),
        more => Err(violation(format!("{more} bytes follow the last result"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::Elem;

    #[test]
    fn arguments_survive_the_round_trip() {
        let arguments = vec![vec![1.5, -0.0], vec![], vec![f64::MIN_POSITIVE]];
        let mut body = Vec::new();
        encode_arguments(&arguments, &mut body);
        assert_eq!(decode_arguments(&body), Ok(arguments));
        assert!(decode_arguments(&body[..body.len() - 1]).is_err());
        assert!(decode_arguments(&u64::MAX.to_le_bytes()).is_err());
    }

    #[test]
    fn results_survive_the_round_trip_unless_they_are_cut_off_or_too_long() {
        let output = |name: &str, elem, bytes: &[u8]| Output {
            name: name.to_owned(),
            elem,
            bytes: bytes.to_owned(),
        };
        let outputs = vec![
            output("jacp", Elem::F64, &[7; 16]),
            output("text", Elem::U8, b"abc"),
            output("none", Elem::I32, &[]),
        ];
        let mut body = Vec::new();
        let described = encode_outputs(&outputs, &mut body);
        let decode = |body: &[u8]| decode_outputs(described.clone(), body);
        assert_eq!(decode(&body), Ok(outputs));
        assert!(decode(&body[..body.len() - 1]).is_err());
        assert!(decode(&[&body[..], &[0]].concat()).is_err());
    }
}
