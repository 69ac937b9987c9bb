create index concurrently subscriptions_next_date_first on public.subscriptions ((
  case when status = 'expired' then timestamptz 'infinity' else coalesce(
    ends_at,
    case status when 'on_trial' then trial_ends_at when 'paused' then pause_resumes_at end,
    renews_at,
    timestamptz 'infinity'
  ) end
), id);

-- Amounts are those of the plans, of which there are few: each plan's rows are read by id.
create index concurrently subscriptions_of_plan_by_charge on public.subscriptions (plan_id, ((status in ('active', 'past_due'))), id);

create index concurrently subscriptions_running_of_user on public.subscriptions (user_id) where status <> 'expired';
