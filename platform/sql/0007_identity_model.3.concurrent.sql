create index concurrently flow_state_of_session on auth.flow_state (session_id) where session_id is not null;
