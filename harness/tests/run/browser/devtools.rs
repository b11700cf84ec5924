//! A headless Chromium, driven by the DevTools protocol over pipes: JSON messages that end in NUL.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A single answer may take this long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];

pub(crate) struct Browser {
    process: Child,
    requests: File,
    messages: Receiver<Value>,
    next: u64,
    session: Option<String>,
    /// What the page complained about.
    pub(crate) complaints: Vec<String>,
    events: Vec<Value>,
    _directory: TempDir,
}

/// The program, if there is one.
pub(crate) fn program() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(|name| {
        let found = Command::new(name).arg("--version").output();
        found.is_ok_and(|output| output.status.success())
    })
}

impl Browser {
    pub(crate) fn start(program: &str) -> Browser {
        let directory = tempfile::tempdir().expect("a directory");
        let [to, from] = ["to", "from"].map(|name| directory.path().join(name));
        let made = Command::new("mkfifo").arg(&to).arg(&from).status();
        assert!(made.expect("mkfifo").success());
        // The browser reads requests from descriptor 3 and writes answers to descriptor 4.
        let script = r#"to="$1" from="$2"; shift 2; exec "$@" 3<"$to" 4>"$from""#;
        let process = Command::new("sh")
            .args(["-c", script, "sh"])
            .args([&to, &from])
            .arg(program)
            .args(FLAGS)
            .arg(format!(
                "--user-data-dir={}",
                directory.path().join("profile").display()
            ))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let requests = File::options().write(true).open(to).expect("a pipe");
        let answers = File::open(from).expect("a pipe");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let value = serde_json::from_slice(&message).expect("JSON");
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            process,
            requests,
            messages,
            next: 0,
            session: None,
            complaints: Vec::new(),
            events: Vec::new(),
            _directory: directory,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut request = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            request["sessionId"] = session.clone().into();
        }
        let mut bytes = request.to_string().into_bytes();
        bytes.push(0);
        self.requests
            .write_all(&bytes)
            .expect("the browser listens");
        loop {
            let message = self.message();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            self.event(message);
        }
    }

    fn message(&self) -> Value {
        self.messages
            .recv_timeout(PATIENCE)
            .expect("the browser answers")
    }

    fn event(&mut self, event: Value) {
        let parameters = &event["params"];
        let complaint = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => Some(parameters["exceptionDetails"].to_string()),
            Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                Some(parameters["args"].to_string())
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                Some(parameters["entry"].to_string())
            }
            _ => None,
        };
        self.complaints.extend(complaint);
        self.events.push(event);
    }

    /// Opens a file and waits until it is loaded; returns the milliseconds that took.
    pub(crate) fn open(&mut self, path: &Path) -> f64 {
        self.events.clear();
        let url = format!("file://{}", path.display());
        self.call("Page.navigate", json!({"url": url}));
        while !self
            .events
            .iter()
            .any(|event| event["method"] == "Page.loadEventFired")
        {
            let message = self.message();
            self.event(message);
        }
        let took = self.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
        took.as_f64().expect("a time")
    }

    /// The value of an expression in the page.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression}: {value}"))
            .to_owned()
    }

    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let text = if key.len() == 1 && kind == "keyDown" {
                key
            } else {
                ""
            };
            self.call(
                "Input.dispatchKeyEvent",
                json!({"type": kind, "key": key, "text": text}),
            );
        }
        // The view follows the address in a task of its own.
        self.settle();
    }

    /// A key that means something to the control that has the focus.
    pub(crate) fn press_code(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let parameters = json!({"type": kind, "key": key, "code": key,
                "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", parameters);
        }
        self.settle();
    }

    pub(crate) fn settle(&mut self) {
        self.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 20))");
    }

    pub(crate) fn size(&mut self, width: u32, height: u32, mobile: bool) {
        let scale = if mobile { 2 } else { 1 };
        let parameters =
            json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", parameters);
    }

    /// `screen` or `print`, light or dark.
    pub(crate) fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"media": media, "features": features}),
        );
    }

    pub(crate) fn screenshot(&mut self, path: &Path) {
        let image = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = decode(image["data"].as_str().expect("an image"));
        assert!(bytes.starts_with(b"\x89PNG"));
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, bytes).expect("written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Whether it still listens or not, it must not outlive the test.
        let _ = self
            .requests
            .write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Base64.
fn decode(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| LETTERS.iter().position(|&letter| letter == byte))
        .map(|digit| digit as u32)
        .collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let value =
            group.iter().fold(0, |value, digit| value << 6 | digit) << (6 * (4 - group.len()));
        bytes.extend(value.to_be_bytes()[1..group.len()].iter());
    }
    bytes
}
