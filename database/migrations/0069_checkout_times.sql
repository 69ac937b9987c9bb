-- When a checkout began, by the provider's own clock: its orders are told by the same clock, so no tolerance is needed to compare the two.

alter table public.checkouts add column provider_created_at timestamptz;
