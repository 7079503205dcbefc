//! Which facts are not as expected. Pure: facts in, differences out.

use super::facts::Facts;
use super::plan::Plan;
use super::types::{Difference, Expected};
use crate::held::Held;
use crate::observe::start_ticks_of;
use deskgate_observe::resource::client_base;
use deskgate_observe::text::TextProperty;

/// What this connection itself knows.
pub struct Own<'a> {
    pub window: u32,
    pub lease_lost: bool,
    pub held: &'a Held,
    pub resource_mask: u32,
}

/// All differences but those of pixels and time, in the order of the table.
pub fn differences(expected: &Expected, plan: &Plan, facts: &Facts, own: &Own<'_>) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut note = |differs: bool, what| {
        if differs {
            found.push(what);
        }
    };
    note(own.lease_lost || facts.lease_owner != own.window, Difference::Lease);
    match &facts.window {
        None => note(true, Difference::WindowGone),
        Some(window) => {
            let same_process = window.pid == expected.client.pid
                && window.pid.and_then(start_ticks_of) == expected.client.start_ticks
                && client_base(expected.window_id, own.resource_mask) == expected.client.base;
            note(!same_process, Difference::Identity);
            note(window.place != expected.geometry, Difference::Geometry);
            note(window.title != TextProperty::Present(expected.title.clone()), Difference::Title);
        }
    }
    note(expected.focus_id != 0 && facts.focus != expected.focus_id, Difference::Focus);
    let allowed = facts.chains.iter().all(|chain| surface_is_allowed(expected, chain, own.resource_mask));
    note(!allowed, Difference::Surface);
    let layout_kept = match (&plan.keyboard, &facts.keyboard) {
        (Some(planned), Some(now)) => planned.still(now),
        (None, _) => true,
        (Some(_), None) => false,
    };
    note(!layout_kept, Difference::Keymap);
    note(!input_is_ours(facts, own.held), Difference::Modifiers);
    note(plan.lets_go.is_some_and(|button| !own.held.buttons.contains(&button)), Difference::Held);
    found
}

/// The deepest window at the point belongs to the target's client within the target, or to a client that was named.
fn surface_is_allowed(expected: &Expected, chain: &[u32], mask: u32) -> bool {
    let Some(deepest) = chain.last().map(|window| client_base(*window, mask)) else { return false };
    let named = expected.surface_clients.contains(&deepest);
    let within_target = chain.contains(&expected.window_id) && deepest == expected.client.base;
    named || within_target
}

/// What is down is exactly what this connection pressed.
fn input_is_ours(facts: &Facts, held: &Held) -> bool {
    let mut keys = held.keys.clone();
    keys.sort_unstable();
    keys.dedup();
    let mut buttons: Vec<u8> = held.buttons.iter().copied().filter(|button| *button <= 5).collect();
    buttons.sort_unstable();
    let latched = facts.keyboard.as_ref().is_some_and(|raw| raw.pressed != 0);
    facts.keys_down == keys && facts.buttons_down == buttons && !(keys.is_empty() && latched)
}
