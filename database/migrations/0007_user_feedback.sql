-- Feedback may come from anyone, signed in or not. Only admins read and triage it.

create table public.feedback_categories (
  code       text primary key,
  is_active  boolean not null default true,
  sort_order integer not null default 0
);

create table public.feedback_reasons (
  code          text primary key,
  reason_group  text not null,
  feedback_type text not null default 'uninstall',
  is_active     boolean not null default true,
  sort_order    integer not null default 0
);

create index feedback_reasons_by_type on public.feedback_reasons (feedback_type, sort_order) where is_active;

create table public.user_feedback (
  id                uuid primary key default gen_random_uuid(),
  user_id           uuid default auth.uid() references public.users (id) on delete cascade,
  feedback_category text not null references public.feedback_categories (code),
  feedback_type     text not null default 'general' check (char_length(feedback_type) <= 50),
  title             text check (char_length(title) <= 200),
  description       text check (char_length(description) <= 10000),
  priority          text check (priority in ('low', 'medium', 'high', 'critical')),
  status            text not null default 'new' check (status in ('new', 'in_progress', 'resolved', 'closed')),
  user_agent        text check (char_length(user_agent) <= 1000),
  page_url          text check (char_length(page_url) <= 4000),
  browser_info      jsonb check (octet_length(browser_info::text) <= 4000),
  -- What the uninstall page knows from its address: v, d, p, a and e.
  reasons           text[] check (cardinality(reasons) <= 20 and octet_length(reasons::text) <= 2000),
  extension_version text check (char_length(extension_version) <= 50),
  days_installed    integer check (days_installed >= 0),
  push_count        integer check (push_count >= 0),
  auth_method       text check (char_length(auth_method) <= 50),
  had_errors        boolean,
  admin_notes       text,
  github_issue_url  text check (github_issue_url ~ '^https?://'),
  resolved_at       timestamptz,
  created_at        timestamptz not null default app.now()
);

create index user_feedback_newest_first on public.user_feedback (created_at desc, id);
create index user_feedback_by_status on public.user_feedback (status, created_at desc);
create index user_feedback_by_category on public.user_feedback (feedback_category, created_at desc);
create index user_feedback_by_priority on public.user_feedback (priority, created_at desc) where priority is not null;
create index user_feedback_of_user on public.user_feedback (user_id, created_at desc);

-- A plain NOT NULL would answer in PostgreSQL's words; these are the specification's (section 5).
create function app.check_feedback() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if coalesce(trim(new.feedback_category), '') = '' then
      raise exception 'Feedback category is required';
    end if;
    new.priority := case when new.feedback_category = 'bug' then coalesce(new.priority, 'medium') end;
    return new;
  end
  $$;

create trigger check_feedback
  before insert or update of feedback_category, priority on public.user_feedback
  for each row execute function app.check_feedback();

create function app.stamp_feedback_resolution() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.resolved_at := case when new.status in ('resolved', 'closed') then app.now() end;
    return new;
  end
  $$;

create trigger stamp_feedback_resolution
  before update of status on public.user_feedback
  for each row when (old.status <> new.status)
  execute function app.stamp_feedback_resolution();

alter table public.feedback_categories enable row level security;
alter table public.feedback_reasons enable row level security;
alter table public.user_feedback enable row level security;

grant select on public.feedback_categories, public.feedback_reasons to anon, authenticated;
grant all on public.feedback_categories, public.feedback_reasons to service_role;

-- Column grants keep a sender from writing the triage columns; policies only see rows.
grant insert (user_id, feedback_category, feedback_type, title, description, priority, user_agent, page_url, browser_info,
              reasons, extension_version, days_installed, push_count, auth_method, had_errors)
  on public.user_feedback to anon, authenticated;
grant select, update (status, priority, admin_notes) on public.user_feedback to authenticated;
-- Deleting goes through the server function, which leaves an audit line.
grant all on public.user_feedback to service_role;

create policy "anyone reads what can be chosen" on public.feedback_categories
  for select to anon, authenticated using (is_active or (select public.is_admin()));

create policy "anyone reads what can be chosen" on public.feedback_reasons
  for select to anon, authenticated using (is_active or (select public.is_admin()));

create policy "anyone sends feedback as themselves" on public.user_feedback
  for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));

create policy "admins read" on public.user_feedback
  for select to authenticated using ((select public.is_admin()));

create policy "admins triage" on public.user_feedback
  for update to authenticated using ((select public.is_admin()));

-- With the caller's own rights, else the view would show everyone what only admins may count.
create view public.feedback_analytics with (security_invoker = true) as
  select
    (created_at at time zone 'utc')::date as date,
    feedback_category,
    feedback_type,
    status,
    priority,
    count(*) as count
  from public.user_feedback
  group by 1, 2, 3, 4, 5;

grant select on public.feedback_analytics to authenticated, service_role;
