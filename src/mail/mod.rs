//! Mail to people: invitations, password resets, confirmations of an address.
