create index concurrently subscriptions_by_order on public.subscriptions (provider_order_id);
-- The reconciler looks for dates that passed without news.
create index concurrently subscriptions_ending on public.subscriptions (ends_at) where status <> 'expired' and ends_at is not null;
create index concurrently subscriptions_on_trial on public.subscriptions (trial_ends_at) where status = 'on_trial';
create index concurrently webhook_events_of_provider on ops.webhook_events (provider, received_at desc);
create index concurrently webhook_events_to_look_at on ops.webhook_events (received_at desc) where outcome in ('failed', 'unclaimed');
