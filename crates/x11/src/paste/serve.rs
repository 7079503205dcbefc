//! Waiting for the target to take the text.

use super::reply::Transfer;
use super::{PasteEnd, PasteFacts, PasteJob};
use crate::clock::now_us;
use crate::fault::Result;
use crate::session::Session;
use x11rb::protocol::xproto::{Property, PropertyNotifyEvent, SelectionRequestEvent};

/// Where the serving of one text stands.
#[derive(Default)]
pub struct Serving {
    pub open: Vec<Transfer>,
    pub facts: PasteFacts,
    /// Of the last thing that the target did about the clipboard.
    active_us: u64,
}

impl Session {
    /// Serves `job` to the client `target` until it has the text and asks for nothing more. `from_us`: when the chord was sent.
    pub(crate) fn serve_paste(&mut self, job: &PasteJob, target: u32, from_us: u64) -> (PasteEnd, PasteFacts) {
        let mut serving = Serving::default();
        let until = from_us + job.deadline_us;
        self.control.set_deadline_us(until + u64::from(self.options.deadline_ms) * 1000);
        let end = self.serve_until(job, target, until, &mut serving);
        let mut facts = serving.facts;
        facts.bytes = job.text.len() as u64;
        // Also after a fault: the text must not stay to be read by whoever asks next.
        self.begin();
        match self.give_up_clipboard() {
            Ok(cleared) => facts.cleared = cleared,
            Err(fault) => return (PasteEnd::Unknown(fault.code), facts),
        }
        (end.unwrap_or_else(|fault| PasteEnd::Unknown(fault.code)), facts)
    }

    fn serve_until(&mut self, job: &PasteJob, target: u32, until: u64, serving: &mut Serving) -> Result<PasteEnd> {
        serving.active_us = now_us();
        loop {
            self.absorb()?;
            while let Some(request) = self.inbox.requests.pop_front() {
                self.on_request(job, target, &request, serving)?;
            }
            while let Some(event) = self.inbox.properties.pop_front() {
                self.on_property(job, &event, serving)?;
            }
            let complete = serving.facts.served > 0 && serving.open.is_empty();
            let now = now_us();
            if complete && (self.inbox.clipboard_lost || now >= serving.active_us + job.quiet_us) {
                return Ok(PasteEnd::Served);
            }
            if self.inbox.clipboard_lost && serving.open.is_empty() {
                return Ok(PasteEnd::Hijacked);
            }
            if now >= until {
                return Ok(if self.inbox.clipboard_lost { PasteEnd::Hijacked } else { PasteEnd::Unanswered });
            }
            let wake = if complete { until.min(serving.active_us + job.quiet_us) } else { until };
            self.absorb_until(wake)?;
        }
    }

    fn on_request(
        &mut self,
        job: &PasteJob,
        target: u32,
        request: &SelectionRequestEvent,
        serving: &mut Serving,
    ) -> Result<()> {
        let ours = request.selection == self.atoms.CLIPBOARD && !self.inbox.clipboard_lost;
        if !ours || self.base_of(request.requestor) != target {
            serving.facts.refused_requests += 1;
            return self.refuse(request);
        }
        serving.active_us = now_us();
        if let Some(transfer) = self.answer(job, request)? {
            serving.facts.incremental |= transfer.is_incremental();
            serving.open.push(transfer);
        }
        Ok(())
    }

    /// A property that is deleted has been read: the transfer is complete, or its next part is due.
    fn on_property(&mut self, job: &PasteJob, event: &PropertyNotifyEvent, serving: &mut Serving) -> Result<()> {
        if event.state != Property::DELETE {
            return Ok(());
        }
        let Some(at) = serving.open.iter().position(|open| open.is_at(event.window, event.atom)) else { return Ok(()) };
        serving.active_us = now_us();
        let transfer = serving.open.swap_remove(at);
        match self.next_part(job, transfer)? {
            Some(transfer) => serving.open.push(transfer),
            None => serving.facts.served += 1,
        }
        Ok(())
    }
}
