-- As before, with the queue's own table.

-- What an admin should look at now; kinds without anything are left out. Counts end at 1,000.
create or replace function app.needs_attention() returns table (name text, count bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select found.name, found.count
        from (
          select 'dead_letters', count(*) from (select from ops.jobs where state = 'failed' limit 1000) as job
          union all
          select 'unclaimed_payments', count(distinct object_id) from ops.webhook_events
           where outcome = 'unclaimed'
          union all
          select 'failed_webhooks', count(*) from (select from ops.webhook_events where outcome = 'failed' limit 1000) as event
          union all
          select 'failed_mails', count(*) from (select from ops.mail_outbox where failed_at is not null limit 1000) as mail
          union all
          select 'public_copies', count(*)
            from (
              select from public.temporary_clones
               where deleted_at is null and delete_at < app.now() - interval '2 minutes' limit 1000
            ) as copy
          union all
          select 'plan_differences', coalesce((
            select jsonb_array_length(plan_differences) from public.reconciliations
             where scope = 'full' and finished_at is not null and error is null
             order by started_at desc limit 1
          ), 0)
          union all
          select 'admins_without_factor', count(*) from app.able_admins() as admin (id)
           where not exists (select from auth.mfa_factors as factor where factor.user_id = admin.id and factor.status = 'verified')
          union all
          -- Without any run the provider is not configured, unless subscriptions have been kept for a while.
          select 'reconciler_silent', case
            when exists (select from public.reconciliations where finished_at > app.now() - interval '1 hour') then 0
            when exists (select from public.reconciliations where started_at < app.now() - interval '1 hour') then 1
            when exists (select from public.subscriptions where updated_at < app.now() - interval '1 hour') then 1
            else 0
          end
        ) as found (name, count)
       where found.count > 0;
  end
  $$;
