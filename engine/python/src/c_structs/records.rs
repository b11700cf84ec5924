//! Small structs as C lays them out: where each member lies there, and where it lies in ours.

use std::sync::LazyLock;

use super::order;
use crate::structs;

/// A struct in both layouts.
pub struct Records {
    /// Its size in C.
    pub size: usize,
    /// Its size here.
    own_size: usize,
    members: Vec<Member>,
}

struct Member {
    ours: usize,
    theirs: usize,
    len: usize,
}

impl Records {
    fn of(name: &str) -> Records {
        let (own_size, found) = structs::layout(name).unwrap_or_default();
        let (mut end, mut widest, mut members) = (0_usize, 1, Vec::new());
        for name in order::of(found.iter().map(|member| member.0.as_str())) {
            let Some((_, letter, count, ours, _)) = found.iter().find(|member| member.0 == name)
            else {
                continue;
            };
            let width: usize = letter[1..].parse().unwrap_or(1);
            widest = widest.max(width);
            let theirs = end.next_multiple_of(width);
            let len = width * count;
            end = theirs + len;
            members.push(Member {
                ours: *ours,
                theirs,
                len,
            });
        }
        Records {
            size: end.next_multiple_of(widest),
            own_size,
            members,
        }
    }

    /// Copies one of ours into C's layout.
    ///
    /// # Safety
    ///
    /// Both must have the sizes of the struct.
    pub unsafe fn copy_out(&self, ours: *const u8, theirs: *mut u8) {
        for member in &self.members {
            // SAFETY: members lie inside of the struct.
            unsafe {
                let (from, to) = (ours.add(member.ours), theirs.add(member.theirs));
                std::ptr::copy_nonoverlapping(from, to, member.len);
            }
        }
    }

    /// Copies many.
    ///
    /// # Safety
    ///
    /// `T` must be the struct, and there must be room for as many in C's layout.
    pub unsafe fn copy_all_out<T>(&self, ours: &[T], theirs: *mut u8) {
        debug_assert_eq!(self.own_size, size_of::<T>());
        for (i, one) in ours.iter().enumerate() {
            // SAFETY: the caller vouches for the room.
            unsafe {
                let to = theirs.add(i * self.size);
                self.copy_out(std::ptr::from_ref(one).cast(), to);
            }
        }
    }

    /// Copies as many back as there are of ours.
    ///
    /// # Safety
    ///
    /// As in `copy_all_out`; any bits must be a value of each member.
    pub unsafe fn copy_all_in<T>(&self, ours: &mut [T], theirs: *const u8) {
        debug_assert_eq!(self.own_size, size_of::<T>());
        for (i, one) in ours.iter_mut().enumerate() {
            for member in &self.members {
                // SAFETY: the caller vouches for both sides.
                unsafe {
                    let from = theirs.add(i * self.size + member.theirs);
                    let to = std::ptr::from_mut(one).cast::<u8>().add(member.ours);
                    std::ptr::copy_nonoverlapping(from, to, member.len);
                }
            }
        }
    }
}

/// One for each struct, made when it is first needed.
macro_rules! records {
    ($($function:ident $name:literal;)*) => {
        $(
            pub fn $function() -> &'static Records {
                static RECORDS: LazyLock<Records> = LazyLock::new(|| Records::of($name));
                &RECORDS
            }
        )*
    };
}

records! {
    of_opt "opt";
    of_stat "stat";
    of_contact "contact";
    of_warning "warning";
    of_solver "solver";
}
