"""Who gets into the admin: logins, invitations, and a brake on guessing."""
