-- A way to sign in that a member asked for, met at the provider and not yet his: with a verifier, it is added when he brings
-- it. What the provider told of him lies here until then.
alter table auth.flow_state
  add column pending_identity_sealed text check (pending_identity_sealed ~ '^enc[0-9]+[.]');
