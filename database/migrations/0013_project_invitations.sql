-- Invitations go to an address, known to us or not, and look the same either way. They end by being accepted, declined or
-- withdrawn, all of which delete the row.

create table public.project_invitations (
  id         uuid primary key default gen_random_uuid(),
  project_id uuid not null references public.projects (id) on delete cascade,
  email      text not null check (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 255),
  role       text not null default 'viewer' check (role in ('editor', 'viewer')),
  invited_by uuid default auth.uid() references public.users (id) on delete set null,
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null default app.now() + interval '14 days',
  unique (project_id, email)
);

create index project_invitations_by_email on public.project_invitations (email, created_at desc);
create index project_invitations_of_inviter on public.project_invitations (invited_by);

create function app.fold_invited_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.email := lower(trim(new.email));
    return new;
  end
  $$;

create trigger fold_invited_address
  before insert or update of email on public.project_invitations
  for each row execute function app.fold_invited_address();

-- An address counts as the caller's only once it has been confirmed; what a token claims is not asked.
create function app.confirmed_email() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select lower(email) from auth.users
       where id = auth.uid() and email_confirmed_at is not null and deleted_at is null
    );
  end
  $$;

alter table public.project_invitations enable row level security;

grant select, delete on public.project_invitations to authenticated;
grant insert (project_id, email, role) on public.project_invitations to authenticated;
grant all on public.project_invitations to service_role;

create policy "a second factor, once set up, is required" on public.project_invitations
  as restrictive to authenticated using ((select app.is_assured()));

create policy "owners see whom they invited, and the invited see it too" on public.project_invitations
  for select to authenticated
  using (project_id = any ((select app.my_projects('owner'))::uuid[]) or email = (select app.confirmed_email()));

create policy "owners invite" on public.project_invitations
  for insert to authenticated
  with check (project_id = any ((select app.my_projects('owner'))::uuid[]));

create policy "owners withdraw, and the invited decline" on public.project_invitations
  for delete to authenticated
  using (project_id = any ((select app.my_projects('owner'))::uuid[]) or email = (select app.confirmed_email()));

-- The invited cannot see the project yet; this tells what they are invited to, and by whom.
create function public.get_my_invitations()
  returns table (id uuid, project_name text, invited_by_name text, role text, created_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select invitations.id, projects.name, users.display_name, invitations.role, invitations.created_at, invitations.expires_at
      from public.project_invitations as invitations
      join public.projects on projects.id = invitations.project_id
      left join public.users on users.id = invitations.invited_by
     where invitations.email = app.confirmed_email()
       and invitations.expires_at > app.now()
       and projects.unlinked_at is null
       and app.is_assured()
     order by invitations.created_at desc
  $$;

create function public.accept_project_invitation(input_invitation_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    invitation public.project_invitations;
  begin
    delete from public.project_invitations
     where id = input_invitation_id
       and email = app.confirmed_email()
       and expires_at > app.now()
       and app.is_assured()
    returning * into invitation;

    if not found then
      raise exception 'Invitation not found or expired';
    end if;

    -- Who is a member already keeps the role he has.
    insert into public.project_members (project_id, user_id, role)
    values (invitation.project_id, auth.uid(), invitation.role)
    on conflict do nothing;

    return invitation.project_id;
  end
  $$;

revoke execute on function public.get_my_invitations(), public.accept_project_invitation(uuid) from public;
grant execute on function public.get_my_invitations(), public.accept_project_invitation(uuid) to authenticated;

-- No reference leads from an address to a person, so what was sent to it is forgotten by hand.
create function app.forget_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.project_invitations where email = lower(old.email);
    return null;
  end
  $$;

create trigger forget_address
  after delete on public.users
  for each row execute function app.forget_address();
