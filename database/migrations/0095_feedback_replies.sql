-- Admins answer feedback by mail, and every answer is kept. Only the server function writes them, since it also queues the mail.

create table public.feedback_replies (
  -- Chosen by the client for each draft: a repeated call adds no second row and sends no second mail.
  id          uuid primary key,
  feedback_id uuid not null references public.user_feedback (id) on delete cascade,
  author_id   uuid references public.users (id) on delete set null,
  body        text not null check (char_length(body) between 1 and 5000),
  created_at  timestamptz not null default app.now()
);

create index feedback_replies_of_feedback on public.feedback_replies (feedback_id, created_at);
create index feedback_replies_of_author on public.feedback_replies (author_id);

alter table public.feedback_replies enable row level security;

grant select on public.feedback_replies to authenticated;
grant all on public.feedback_replies to service_role;

create policy "admins read replies" on public.feedback_replies
  for select to authenticated
  using (
    (select public.is_admin())
    and exists (select from public.user_feedback where id = feedback_id and deleted_at is null)
  );

alter table public.user_feedback
  -- When the latest reply was queued.
  add column answered_at timestamptz,
  drop constraint user_feedback_status_check,
  add constraint user_feedback_status_known
    check (status in ('new', 'in_progress', 'answered', 'resolved', 'closed')) not valid,
  -- Nobody can set the status without a reply.
  add constraint user_feedback_answered_by_reply
    check (status <> 'answered' or answered_at is not null) not valid;
