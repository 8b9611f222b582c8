-- Admins see the sessions of their members as those see their own; row-level security shows them no others.
grant select (device, ip, method, created_at) on session_families to sonde_app;
