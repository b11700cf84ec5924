//! Why a simulator stopped, in the words that two of them share.

/// Whether two errors have the same cause, however detailed their messages are.
pub fn agree(reference: &str, subject: &str) -> bool {
    cause(reference) == cause(subject)
}

/// What an error says first, without the names of types and functions before it: MuJoCo's
/// `mj_stackAlloc: insufficient memory: max = ...` is `insufficient memory`.
pub fn cause(message: &str) -> &str {
    let mut parts = message.trim().split(": ");
    let first = parts.find(|part| part.contains(' '));
    first.unwrap_or_else(|| message.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_agree_if_their_causes_do() {
        let memory =
            "mj_stackAlloc: insufficient memory: max = 9000, available = 10, requested = 64";
        assert!(agree(memory, "insufficient memory: the stack does not fit"));
        assert!(agree(memory, &format!("FatalError: {memory}\n")));
        assert!(!agree(memory, "mj_makeIsland: edge array too small"));
        assert!(!agree("mju_error", "mju_warning"));
        assert!(agree("gone", "gone"));
    }
}
