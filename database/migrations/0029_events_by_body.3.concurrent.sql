-- The sweep empties bodies long before it deletes rows.
create index concurrently webhook_events_with_body on ops.webhook_events (received_at) where body <> '{}';
