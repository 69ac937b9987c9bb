-- Which languages a profile may have is the contract's list, which the server writes here when it starts.

create table app.languages (code text primary key);

insert into app.languages (code) values ('en'), ('es');

alter table app.languages enable row level security;

-- A trigger, because a check must not read another table: a dump would restore them in an order that breaks it. What
-- clients are told stays as it was.
alter table public.users drop constraint users_language_check;

create function app.check_language() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from app.languages where code = new.language) then
      raise check_violation using
        message = 'new row for relation "users" violates check constraint "users_language_check"',
        schema = 'public', table = 'users', constraint = 'users_language_check';
    end if;
    return new;
  end
  $$;

create trigger check_language
  before insert or update of language on public.users
  for each row execute function app.check_language();

-- A language that is no longer offered stays: profiles may still have it.
create function app.use_languages(codes text[]) returns void
  language sql set search_path = ''
  as $$
    insert into app.languages (code) select unnest(codes) on conflict do nothing
  $$;

-- What a sign-up asked for, if it is one of ours.
create function app.language_in(metadata jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (select code from app.languages where code = metadata ->> 'language');
  end
  $$;

create or replace function app.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.users (id, email, display_name, language)
    values (
      new.id,
      new.email,
      app.choose_display_name(new.raw_user_meta_data, new.email),
      coalesce(app.language_in(new.raw_user_meta_data), 'en')
    )
    on conflict (id) do nothing;
    return null;
  end
  $$;

create or replace function app.follow_sign_up() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.users
       set display_name = app.choose_display_name(new.raw_user_meta_data, new.email),
           language = coalesce(app.language_in(new.raw_user_meta_data), language)
     where id = new.id;
    return null;
  end
  $$;

revoke execute on function app.check_language(), app.use_languages(text[]), app.language_in(jsonb) from public;
