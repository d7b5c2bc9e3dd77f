#!/bin/sh
# Run once by the image of PostgreSQL, in an empty folder: the three roles of docs/settings.md, and the database they share.
set -eu
psql --variable ON_ERROR_STOP=1 --username postgres --dbname tulia \
    --variable owner="$(cat /run/secrets/owner_password)" --variable app="$(cat /run/secrets/app_password)" <<'SQL'
CREATE ROLE tulia_fleet NOLOGIN;
CREATE ROLE tulia_owner LOGIN PASSWORD :'owner';
CREATE ROLE tulia_app LOGIN NOINHERIT PASSWORD :'app';
GRANT tulia_fleet TO tulia_app, tulia_owner;
ALTER DATABASE tulia OWNER TO tulia_owner;
ALTER SCHEMA public OWNER TO tulia_owner;
CREATE EXTENSION vector;
-- PgBouncer passes no options on: the time limits of the processes stand here.
ALTER ROLE tulia_app SET statement_timeout = '10s';
ALTER ROLE tulia_app SET lock_timeout = '5s';
ALTER ROLE tulia_app SET idle_in_transaction_session_timeout = '30s';
SQL
