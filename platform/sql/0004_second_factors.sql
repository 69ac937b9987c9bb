-- What the first draft of the factors lacked: recovery codes that belong to a factor, and a memory for wrong codes.

-- To clients a set of recovery codes is a factor like any other: it has an id, a name, and stands in the list.
alter table auth.mfa_factors
  drop constraint mfa_factors_factor_type_check,
  add constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code'));

create unique index mfa_factors_one_set_of_codes on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

-- The codes go with their factor, and so with the person.
alter table auth.mfa_recovery_codes
  drop column user_id,
  add column factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  add unique (factor_id, code_hash);

-- Wrong codes since the last right one, whichever challenge and address they came through. Too many lock this kind of
-- factor for a while, never the account: else a stranger who knows a password could lock its owner out.
create table auth.mfa_guesses (
  user_id      uuid not null references auth.users (id) on delete cascade,
  factor_type  text not null,
  wrong_codes  integer not null default 0,
  locked_until timestamptz,
  primary key (user_id, factor_type)
);

alter table auth.mfa_guesses enable row level security;
