//! Which calls wait and which one runs, by the numbers that the caller gave them.

use deskgate_x11::Control;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub struct Operations {
    calls: Mutex<HashMap<u32, Call>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Waiting,
    Running,
    Cancelled,
}

impl Operations {
    /// Notes a new call. False when its number is in use.
    pub fn add(&self, operation: u32) -> bool {
        let mut calls = self.lock();
        if calls.contains_key(&operation) {
            return false;
        }
        calls.insert(operation, Call::Waiting);
        true
    }

    /// The call's turn has come: `begin` runs before anyone can cancel it as the running one. False when it was cancelled before.
    pub fn start(&self, operation: u32, begin: impl FnOnce()) -> bool {
        let mut calls = self.lock();
        if calls.get(&operation) == Some(&Call::Cancelled) {
            return false;
        }
        begin();
        calls.insert(operation, Call::Running);
        true
    }

    pub fn end(&self, operation: u32) {
        self.lock().remove(&operation);
    }

    /// Cancels a call that waits or runs; one that is over is no longer known.
    pub fn cancel(&self, operation: u32, control: &Control) {
        if let Some(call) = self.lock().get_mut(&operation) {
            match call {
                Call::Waiting => *call = Call::Cancelled,
                Call::Running => control.cancel(),
                Call::Cancelled => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Call>> {
        // A panic elsewhere leaves a map of small values whole.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
