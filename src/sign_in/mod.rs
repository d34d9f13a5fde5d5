//! How people come in: sign-in, consent, sign-up, invitations and password resets, as pages that work without a script.
