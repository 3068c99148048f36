ALTER TABLE "public"."notifications"
  VALIDATE CONSTRAINT "notifications_type_check";
