-- Most of what people leave behind refers to their profile and goes with it. Here is the rest: what outlives an account on
-- purpose keeps nothing that tells whose it was.

create function app.forget_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The books need the amount, the day and the provider's number; the invoice itself names its reader.
    update public.transactions
       set user_id = null, subscription_id = null, invoice_url = null
     where user_id = old.id;

    delete from public.audit_log where subject_type = 'user' and subject_id = old.id::text;

    -- A copy that is still public is deleted now instead of later, and forgotten after that.
    delete from public.temporary_clones where user_id = old.id and deleted_at is not null;
    update public.temporary_clones
       set delete_at = least(delete_at, app.now()), next_attempt_at = least(next_attempt_at, app.now())
     where user_id = old.id;

    return old;
  end
  $$;

-- Before, because afterwards nothing would say any more which rows were meant.
create trigger forget_person
  before delete on public.users
  for each row execute function app.forget_person();

create function app.forget_ownerless_clone() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.temporary_clones where id = new.id;
    return null;
  end
  $$;

create trigger forget_ownerless_clone
  after update of deleted_at on public.temporary_clones
  for each row when (new.deleted_at is not null and new.user_id is null)
  execute function app.forget_ownerless_clone();
