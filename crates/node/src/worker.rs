//! The thread of one connection, and its bounded queue.

use crate::operations::Operations;
use crate::reply::Reply;
use deskgate_x11::{Code, Control, Fault, Options, Role, Session};
use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, Error, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

const QUEUE_MAX: usize = 64;
/// How long the server keeps events for us when nobody calls.
const IDLE_TICK: Duration = Duration::from_millis(250);
/// How long the end of the process waits for the releases to reach the server.
const FAREWELL_MAX: Duration = Duration::from_millis(300);

/// Does the work and settles the promise; given a fault, only the latter.
type Run = Box<dyn FnOnce(std::result::Result<&mut Session, Fault>) + Send>;

struct Job {
    operation: u32,
    run: Run,
}

pub struct Worker {
    queue: Mutex<Option<SyncSender<Job>>>,
    operations: Operations,
    control: Arc<Control>,
    closed: AtomicBool,
    gone: (Mutex<bool>, Condvar),
}

impl Worker {
    /// Starts the thread, which connects and hands the result to `on_connected` before it serves the queue.
    pub fn start(
        options: Options,
        role: Role,
        on_connected: impl FnOnce(std::result::Result<(Arc<Worker>, deskgate_x11::ConnectionFacts), Fault>) + Send + 'static,
    ) -> Result<Arc<Worker>> {
        let control = Arc::new(Control::new().map_err(|error| Error::from_reason(format!("no eventfd: {error}")))?);
        let (sender, receiver) = sync_channel(QUEUE_MAX);
        let worker = Arc::new(Worker {
            queue: Mutex::new(Some(sender)),
            operations: Operations::default(),
            control: Arc::clone(&control),
            closed: AtomicBool::new(false),
            gone: (Mutex::new(false), Condvar::new()),
        });
        let shared = Arc::clone(&worker);
        let spawned = std::thread::Builder::new().name("deskgate-x11".to_owned()).spawn(move || {
            let connected = catch_unwind(AssertUnwindSafe(|| Session::connect(options, role, control)));
            match connected.unwrap_or_else(|_| Err(panicked())) {
                Ok(session) => {
                    let facts = session.facts().clone();
                    // From here on the handle alone keeps the queue open: when it is forgotten, the thread ends.
                    let weak = Arc::downgrade(&shared);
                    on_connected(Ok((shared, facts)));
                    serve(session, &receiver, &weak);
                }
                Err(fault) => {
                    shared.mark_gone();
                    on_connected(Err(fault));
                }
            }
        });
        spawned.map_err(|error| Error::from_reason(format!("no thread for the connection: {error}")))?;
        Ok(worker)
    }

    /// Queues `work` and gives the promise of its result.
    pub fn call<'env, T: ToNapiValue + Send + 'static>(
        &self,
        env: &'env Env,
        operation: u32,
        work: impl FnOnce(&mut Session) -> deskgate_x11::Result<T> + Send + 'static,
    ) -> Result<Object<'env>> {
        if !self.operations.add(operation) {
            return Err(Error::from_reason(format!(
                "operation {operation} is in flight on this handle already; use a new number"
            )));
        }
        let (reply, promise) = Reply::new(env)?;
        let run = Box::new(move |session: std::result::Result<&mut Session, Fault>| reply.send(session.and_then(work)));
        let refused = match self.queue.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(queue) => queue.try_send(Job { operation, run }).err(),
            None => Some(TrySendError::Disconnected(Job { operation, run })),
        };
        if let Some(refused) = refused {
            self.operations.end(operation);
            let (job, fault) = match refused {
                TrySendError::Full(job) => (
                    job,
                    Fault::new(
                        Code::QueueFull,
                        format!("{QUEUE_MAX} calls wait on this handle already; await them first"),
                    ),
                ),
                TrySendError::Disconnected(job) => (job, closed()),
            };
            (job.run)(Err(fault));
        }
        Ok(promise)
    }

    pub fn cancel(&self, operation: u32) {
        self.operations.cancel(operation, &self.control);
    }

    /// Stops what runs, refuses what waits, and lets the thread say farewell to the server.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        // Before the queue ends: what the thread then says to the server as its farewell is not to be cancelled.
        self.control.cancel();
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// As `close`, and waits (bounded) until the thread is done: for the end of the process.
    pub fn close_and_wait(&self) {
        self.close();
        let gone = self.gone.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.gone.1.wait_timeout_while(gone, FAREWELL_MAX, |gone| !*gone));
    }

    fn mark_gone(&self) {
        *self.gone.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.gone.1.notify_all();
    }
}

fn serve(mut session: Session, jobs: &Receiver<Job>, worker: &std::sync::Weak<Worker>) {
    let mut usable = true;
    loop {
        let job = match jobs.recv_timeout(IDLE_TICK) {
            Ok(job) => job,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                // A connection that ended while idle is told by the next call.
                let idle = catch_unwind(AssertUnwindSafe(|| session.idle()));
                usable = usable && idle.is_ok();
                continue;
            }
        };
        let Some(shared) = worker.upgrade() else { break };
        if shared.closed.load(Ordering::SeqCst) || !usable {
            (job.run)(Err(closed()));
        } else if shared.operations.start(job.operation, || session.begin()) {
            usable = catch_unwind(AssertUnwindSafe(|| (job.run)(Ok(&mut session)))).is_ok();
        } else {
            (job.run)(Err(Fault::new(Code::Cancelled, "the call was cancelled before its turn came")));
        }
        shared.operations.end(job.operation);
        if !usable {
            shared.close();
        }
    }
    // Not even a bug in the farewell may keep the rest from happening.
    let _ = catch_unwind(AssertUnwindSafe(|| session.farewell()));
    drop(session);
    if let Some(shared) = worker.upgrade() {
        shared.mark_gone();
    }
}

fn closed() -> Fault {
    Fault::new(Code::Closed, "this handle is closed; connect again")
}

fn panicked() -> Fault {
    Fault::new(Code::NativePanic, "the native layer gave up connecting because of a bug of its own")
}
