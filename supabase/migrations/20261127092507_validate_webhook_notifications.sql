-- In a migration of its own, which lets users read and write meanwhile.
ALTER TABLE "public"."notifications"
  VALIDATE CONSTRAINT "notifications_type_check";
