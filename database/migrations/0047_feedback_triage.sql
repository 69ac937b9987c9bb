-- Feedback under triage: changes by two admins are told apart, deletion can be undone, and each item becomes one issue at most.

alter table public.audit_log
  -- Shortened: /24 or /48.
  add column ip text;

alter table public.user_feedback
  add column updated_at timestamptz not null default app.now(),
  -- Hidden at once, deleted for good after 30 days.
  add column deleted_at timestamptz,
  -- While a server talks to GitHub about it.
  add column issue_claimed_until timestamptz,
  -- An issue may exist whose address was never stored; its marker is looked for first.
  add column issue_tried_at timestamptz,
  add constraint user_feedback_admin_notes_length check (char_length(admin_notes) <= 10000) not valid;

create trigger touch_updated_at
  before update of status, priority, admin_notes, deleted_at, github_issue_url on public.user_feedback
  for each row execute function app.touch_updated_at();

-- Until its successor is built.
alter index public.user_feedback_by_status rename to user_feedback_by_status_only;

drop policy "admins read" on public.user_feedback;
create policy "admins read" on public.user_feedback
  for select to authenticated using (deleted_at is null and (select public.is_admin()));

drop policy "admins triage" on public.user_feedback;
create policy "admins triage" on public.user_feedback
  for update to authenticated using (deleted_at is null and (select public.is_admin()));

create or replace view public.feedback_analytics with (security_invoker = true) as
  select
    (created_at at time zone 'utc')::date as date,
    feedback_category,
    feedback_type,
    status,
    priority,
    count(*) as count
  from public.user_feedback
  where deleted_at is null
  group by 1, 2, 3, 4, 5;

-- Notes may be personal: the line says only that they changed.
create function app.audit_feedback() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is not null then
      insert into public.audit_log (actor_id, action, subject_type, subject_id, details)
      values (auth.uid(), 'feedback_changed', 'feedback', new.id, jsonb_strip_nulls(jsonb_build_object(
        'status', case when new.status <> old.status then new.status end,
        'priority', case when new.priority is distinct from old.priority then coalesce(new.priority, 'none') end,
        'notes', case when new.admin_notes is distinct from old.admin_notes then 'changed' end
      )));
    end if;
    return null;
  end
  $$;

create trigger audit_feedback
  after update of status, priority, admin_notes on public.user_feedback
  for each row when (
    old.status <> new.status or old.priority is distinct from new.priority
    or old.admin_notes is distinct from new.admin_notes
  )
  execute function app.audit_feedback();

revoke execute on function app.audit_feedback() from public;

-- replaces 8a2ca59eae70393c17fea21ad463d57c698bc128f6ec32b4ea0d3607dc345fc6
