//! Who got the input.

use super::types::{DeliveredTo, Delivery, Expected};
use crate::fault::Result;
use crate::record::Seen;
use crate::session::Session;
use deskgate_observe::delivery::Delivered;
use deskgate_observe::resource::{ancestry, client_base};
use x11rb::protocol::xproto::ConnectionExt as _;

pub struct Verdict {
    /// Nothing when a client got input that may not have.
    pub delivered_to: Option<DeliveredTo>,
    pub deliveries: Vec<Delivery>,
}

impl Session {
    /// Judges what RECORD saw. Raw events are not judged: who selects those watches, and takes nothing away from the target.
    pub(super) fn judge(&self, expected: &Expected, seen: &[Seen]) -> Result<Verdict> {
        let mask = self.facts.resource_mask;
        let target = client_base(expected.window_id, mask);
        let mut deliveries: Vec<Delivery> = Vec::new();
        let mut stranger = false;
        let mut windows: Vec<u32> = Vec::new();
        for one in seen {
            let Delivered::Input { window, .. } = one.event else { continue };
            let client = client_base(one.client, mask);
            match deliveries.iter_mut().find(|delivery| delivery.client_base == client) {
                Some(delivery) => delivery.events += 1,
                None => deliveries.push(Delivery { client_base: client, events: 1 }),
            }
            stranger |= client != target && !expected.surface_clients.contains(&client);
            if client == target && !windows.contains(&window) {
                windows.push(window);
            }
        }
        let delivered_to = if stranger {
            None
        } else if deliveries.is_empty() {
            Some(DeliveredTo::None)
        } else if windows.iter().any(|window| self.is_within(*window, expected.window_id)) {
            Some(DeliveredTo::Target)
        } else {
            Some(DeliveredTo::SameClient)
        };
        Ok(Verdict { delivered_to, deliveries })
    }

    /// Whether a client that was named got input, and the target none so far.
    pub(super) fn waits_for_target(&self, expected: &Expected, seen: &[Seen]) -> bool {
        let mask = self.facts.resource_mask;
        let target = client_base(expected.window_id, mask);
        let mut receivers = seen
            .iter()
            .filter(|one| matches!(one.event, Delivered::Input { .. }))
            .map(|one| client_base(one.client, mask));
        let named = |client: u32| client != target && expected.surface_clients.contains(&client);
        receivers.clone().any(named) && receivers.all(|client| client != target)
    }

    /// Whether `window` is `target` or below it. False when that cannot be told any more.
    fn is_within(&self, window: u32, target: u32) -> bool {
        let parent_of = |at| self.conn.query_tree(at).ok()?.reply().ok().map(|tree| tree.parent);
        window == target || ancestry(window, target, parent_of).is_some()
    }
}
