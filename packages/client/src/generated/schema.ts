// Made by `npm run types` from the OpenAPI document.
import type { Upload } from "../uploads.ts";

export interface paths {
  "/health": {
    parameters: {};
    /**
     * Check that the service answers
     * @description For load balancers and monitors. Uses neither the database nor a provider.
     */
    get: operations["getHealth"];
  };
  "/oauth/.well-known/oauth-authorization-server": {
    parameters: {};
    /**
     * Get what programs need to sign in
     * @description The metadata of RFC 8414. Both names have the same.
     */
    get: operations["getAuthorizationServer"];
  };
  "/oauth/.well-known/openid-configuration": {
    parameters: {};
    /**
     * Get what programs need to sign in
     * @description The metadata of RFC 8414. Both names have the same.
     */
    get: operations["getOpenidConfiguration"];
  };
  "/oauth/jwks.json": {
    parameters: {};
    /** Get the public keys of the authorization server, which has none */
    get: operations["getOauthKeys"];
  };
  "/oauth/authorize": {
    parameters: {};
    /**
     * Ask a user to let a program in
     * @description For browsers. Leads to `<SITE_URL>/connect?request=<id>`, where the signed-in user decides; a request lasts ten minutes. Without a known program and an address of it, leads to `<SITE_URL>/connect?error=<code>`, and never to the program. Other faults are shown on the page, with a way back to the program. Unknown parameters and scopes are ignored.
     */
    get: operations["authorize"];
  };
  "/oauth/token": {
    parameters: {};
    /**
     * Get tokens for a code or a refresh token
     * @description A code is valid for a minute and works once; a second use ends what the first has given. `redirect_uri` and `resource` are those of the request. The access token is a personal token of an hour that is taken at `resource` alone. A refresh token is valid for 90 days from its last use and works once: the same program gets a lost answer again within a minute; any other use of an old one ends the grant.
     */
    post: operations["getOauthTokens"];
  };
  "/oauth/revoke": {
    parameters: {};
    /**
     * Give a token back
     * @description An access token ends; with a refresh token the whole grant ends. An unknown token has ended already: the answer is 200.
     */
    post: operations["revokeOauthToken"];
  };
  "/oauth/register": {
    parameters: {};
    /**
     * Register a program
     * @description A program without a secret: whatever it asks for, `token_endpoint_auth_method` is `none`. Its addresses are https, of the user's own computer (with any port), or have a scheme of the program's own. It is forgotten after 30 days without a grant.
     */
    post: operations["registerOauthClient"];
  };
  "/api/auth/verify": {
    parameters: {};
    /**
     * Verify an access token
     * @description Checks the token's signature and expiry, and that its user exists and is not blocked. An API key is not an access token.
     */
    post: operations["verifyToken"];
  };
  "/api/auth/impersonate/redeem": {
    parameters: {};
    /**
     * Redeem an impersonation link for a session of its target
     * @description For the page that the link opens. The code is the credential: it can be used once, within 10 minutes, while its issuer may impersonate and the target may be impersonated. Clients pass the tokens to `setSession`.
     */
    post: operations["redeemImpersonation"];
  };
  "/api/auth/impersonate/stop": {
    parameters: {};
    /**
     * Stop the impersonation of the current session
     * @description Call it with the access token of the impersonated session. Afterwards neither its refresh token nor its access token is accepted, even before it expires.
     */
    post: operations["stopImpersonation"];
  };
  "/api/user/profile": {
    parameters: {};
    /**
     * Get the caller's profile
     * @description The profile is private; other users see only `handle`, `full_name` and `avatar_url`.
     */
    get: operations["getProfile"];
    /**
     * Update the caller's profile
     * @description Changes only the given fields. Preferences are merged: other keys remain, also in `notification_types`. Role, drops and fields of administrators cannot change.
     */
    put: operations["updateProfile"];
  };
  "/api/user/avatar": {
    parameters: {};
    /**
     * Upload the caller's picture
     * @description The file is JPEG, PNG or WebP by its bytes, at most 2 MB. The service stores it without metadata, such as the place of a photo, and without data after the picture, and keeps the orientation; the client crops it. `avatar_url` becomes its public address. The service deletes the former picture.
     */
    post: operations["uploadAvatar"];
    /**
     * Remove the caller's picture
     * @description Clears `avatar_url`, also one of another site, and deletes an uploaded file.
     */
    delete: operations["deleteAvatar"];
  };
  "/api/user/tokens": {
    parameters: {};
    /**
     * List the caller's personal tokens, newest first
     * @description Contains ended tokens too, for 30 days after their end.
     */
    get: operations["listPersonalTokens"];
    /**
     * Make a personal token
     * @description A program that sends the token as `Authorization: Bearer` acts as the caller, in the operations whose `x-scopes` the token has. 20 tokens may be active at a time. A notification tells the caller of each new token.
     */
    post: operations["createPersonalToken"];
  };
  "/api/user/tokens/{id}": {
    parameters: {};
    /**
     * Revoke a personal token
     * @description Its next request is refused. A token that has ended stays as it is.
     */
    delete: operations["revokePersonalToken"];
  };
  "/api/user/grants": {
    parameters: {};
    /**
     * List the programs that the caller has let in, newest first
     * @description Without ended ones; at most 20.
     */
    get: operations["listGrants"];
  };
  "/api/user/grants/{id}": {
    parameters: {};
    /**
     * Disconnect a program
     * @description Ends all its tokens at once.
     */
    delete: operations["endGrant"];
  };
  "/api/user/webhooks": {
    parameters: {};
    /** List the caller's webhooks, newest first */
    get: operations["listWebhooks"];
    /**
     * Make a webhook
     * @description The service posts an event to `url` for each change of the kinds in `events`, from the creation on: its kind and an id. The events are signed with `secret`. 10 webhooks at a time.
     */
    post: operations["createWebhook"];
  };
  "/api/user/webhooks/{id}": {
    parameters: {};
    /**
     * Change a webhook
     * @description Another `url` ends the pending deliveries, as does `is_active: false`. A webhook that is turned on again is told of what changes from then on.
     */
    put: operations["updateWebhook"];
    /**
     * Delete a webhook
     * @description Also its deliveries.
     */
    delete: operations["deleteWebhook"];
  };
  "/api/user/webhooks/{id}/rotate-secret": {
    parameters: {};
    /**
     * Give a webhook another secret
     * @description The secret before it signs beside it for 24 hours.
     */
    post: operations["rotateWebhookSecret"];
  };
  "/api/user/webhooks/{id}/ping": {
    parameters: {};
    /**
     * Send a test event
     * @description An event of the type `ping`, within a minute or two. 10 an hour.
     */
    post: operations["pingWebhook"];
  };
  "/api/user/webhooks/{id}/deliveries": {
    parameters: {};
    /**
     * List the deliveries of a webhook, newest first
     * @description The deliveries of the last 7 days, and older pending ones.
     */
    get: operations["listWebhookDeliveries"];
  };
  "/api/user/webhooks/{id}/deliveries/{deliveryId}/resend": {
    parameters: {};
    /**
     * Send an event again
     * @description The same event, with the same `id`, within a minute or two; a delivery that waits for its next try does not wait longer. 10 an hour.
     */
    post: operations["resendWebhookDelivery"];
  };
  "/api/user/cron/webhooks": {
    parameters: {};
    /**
     * Run the job that sends events to webhooks
     * @description Makes events of changes, and sends the due events, each at least once: after a failure again after 1, 5 and 30 minutes, and 2, 5, 10 and 24 hours; then the delivery has failed. A run makes up to 500 tries, 50 for one webhook. `total` tries; `remaining` webhooks are due and left for the next call; `disabled` ones are turned off after the answer 410 or ten tries in five days without a success.
     */
    post: operations["deliverWebhooks"];
  };
  "/api/user/calendar": {
    parameters: {};
    /** Say whether the caller's calendar has an address */
    get: operations["getCalendarAddress"];
    /**
     * Make the secret address of the caller's calendar
     * @description Calendar apps subscribe to the address. It shows the caller's open goals and workout windows to anybody who has it. A former address ends. The answer contains the address once.
     */
    post: operations["makeCalendar"];
    /** End the secret address of the caller's calendar */
    delete: operations["endCalendar"];
  };
  "/api/user/export": {
    parameters: {};
    /**
     * Export all data of the caller
     * @description Streams a JSON document in pages of at most 10 MB: until `next_cursor` is null, the other pages follow with `cursor`, and their lists continue those before. After a broken connection a page is incomplete and does not parse. Files are listed with bucket and path for download from the Storage API. The first page counts against the limit; a refused or failed one does not.
     */
    get: operations["exportAccount"];
  };
  "/api/user/export/markdown": {
    parameters: {};
    /**
     * Export the caller's entries as Markdown
     * @description Streams a ZIP file, oldest entry first: for each entry a file with front matter, named by its day in the caller's zone and its title, with its photos and recordings beside it. An archive has at most 2,000 entries and 200 MB; continue with `from`. The last file is `archive.json`: `{from, to, complete, next_from}`; a ZIP file without it is torn. Sealed entries are in `sealed.json`, with the logs, the caller's keys and slots, and their files in `files/`: a recovery code and the program of docs/sealed-format.md open them.
     */
    get: operations["exportMarkdown"];
  };
  "/api/user/imports": {
    parameters: {};
    /**
     * Import the caller's entries
     * @description A ZIP file of up to 25 MB, 10,000 files and 250 MB unpacked: an archive of `GET /user/export/markdown`, other Markdown files with or without front matter, or Day One's JSON export. A job makes the entries. Only the caller sees them; they mention and notify nobody, are not analyzed and count for no streak. The same file again makes no entry twice, and brings files for which there was no room. One import of a user runs at a time.
     */
    post: operations["createOwnImport"];
  };
  "/api/user/imports/{id}": {
    parameters: {};
    /**
     * Get the state of the caller's import
     * @description Kept for 30 days; an import that has not ended after 7 days is removed.
     */
    get: operations["getOwnImport"];
  };
  "/api/user/cron/imports": {
    parameters: {};
    /**
     * Run the job that makes the entries of imports
     * @description Works for about four seconds, and runs again at once when imports are left; four runs work at once at most. Imports take turns of a second, the import with the fewest turns first. `total` counts the entries that were read from files, `remaining` the imports that are left for a later run.
     */
    post: operations["continueOwnImports"];
  };
  "/api/user/account": {
    parameters: {};
    /**
     * Delete the caller's account and personal data
     * @description Cancels the subscription, deletes files and personal data, and finally the user. All other requests of the account are refused from the start of the deletion. An interrupted deletion is completed by repeating the request, or by a scheduled job. The ledger of drops and the audit log remain, with the id only. Repeating the request after the deletion gets the same answer. With `on_owned: "hand_over"`, each organization of the caller that has other members passes to a co-owner, otherwise to an admin, otherwise to the member who joined first.
     */
    delete: operations["deleteAccount"];
  };
  "/api/user/cron/deletions": {
    parameters: {};
    /**
     * Run the job that completes interrupted deletions of accounts and files
     * @description Resumes `total` deletions of accounts and completes `deleted` of them. Deletes `files` other files. `remaining` deletions and files are left for a later run.
     */
    post: operations["completeDeletions"];
  };
  "/api/user/invitations": {
    parameters: {};
    /**
     * List the invitations to the caller, open ones first
     * @description Invitations to the caller or to the caller's confirmed e-mail address, open ones first, each part newest first. Leaves out revoked ones, declined ones to the address, and those of people whom the caller blocks.
     */
    get: operations["listInvitations"];
  };
  "/api/user/invitations/accept": {
    parameters: {};
    /**
     * Accept an invitation and join the organization
     * @description Takes the id of an invitation to the caller, or the code of a link. The caller joins the organization, unless a member already, and the team of the invitation. The sender gets a notification; in a circle of friends both get one, `friend_joined`.
     */
    post: operations["acceptInvitation"];
  };
  "/api/user/invitations/{id}/decline": {
    parameters: {};
    /**
     * Decline an invitation
     * @description The sender gets a notification, and owners can no longer add the caller directly. An invitation to an address only leaves the caller's list; nobody learns of it.
     */
    post: operations["declineInvitation"];
  };
  "/api/calendar/{secret}": {
    parameters: {};
    /**
     * Read a calendar, as iCalendar
     * @description For calendar apps that subscribe to an address of `POST /user/calendar`: the target dates of open goals as whole days, and the workout windows of the next 14 days.
     */
    get: operations["getCalendar"];
  };
  "/api/users": {
    parameters: {};
    /**
     * Find people by handle or name
     * @description At most ten people whose handle, name, or a later word of the name begins with the text, in any case and with any accents: the exact handle first, then handles, names, and later words. Leaves out the caller, synthetic and blocked users, and people who block the caller. Past 30 searches a minute the answer is 429.
     */
    get: operations["searchUsers"];
  };
  "/api/users/{id}": {
    parameters: {};
    /**
     * Get the card of a user
     * @description The fields of a user that every signed-in user sees. Badges and entries have routes of their own.
     */
    get: operations["getUserCard"];
  };
  "/api/users/{id}/sealed": {
    parameters: {};
    /** Get the public keys of somebody who shares a team with the caller */
    get: operations["getSealedKeysOfUser"];
  };
  "/api/notebooks": {
    parameters: {};
    /**
     * List the notebooks visible to the caller, newest first
     * @description Contains the caller's own notebooks, shared notebooks of the caller's teams and organizations, and public notebooks; for a super admin all notebooks.
     */
    get: operations["listNotebooks"];
    /**
     * Create a notebook
     * @description With `sealed`, which the caller's device makes, only the members of the notebook can ever read what is written in it. It needs the client's `id`, and is the caller's alone or one team's, in both visibilities.
     */
    post: operations["createNotebook"];
  };
  "/api/notebooks/{id}": {
    parameters: {};
    /** Get a notebook */
    get: operations["getNotebook"];
    /**
     * Update a notebook
     * @description Changes only the given fields; allowed for the owner. A change of visibility applies at once to every entry of the notebook whose own setting is `user`. In a notebook of more than 2,000 entries a job changes them, several thousand a minute; until it has finished, others see none of its entries.
     */
    put: operations["updateNotebook"];
    /**
     * Delete a notebook
     * @description Its entries remain, without a notebook; visibility inherited from it becomes `user`. A sealed notebook is deleted when it is empty.
     */
    delete: operations["deleteNotebook"];
  };
  "/api/notebooks/{id}/sealed": {
    parameters: {};
    /**
     * Get the log and the caller's keys of a sealed notebook
     * @description For its members. Devices check all of it themselves.
     */
    get: operations["getSealedNotebook"];
    /**
     * Add and remove members of a sealed notebook, and make a new key
     * @description Appends signed statements of the caller to the log, with the newest key wrapped for exactly the members who are there afterwards. A removal comes with a new key and the former key under it, in one request; only who leaves alone sends no keys. Without statements a member adds wraps and former keys.
     */
    post: operations["appendToSealedNotebook"];
  };
  "/api/sealed": {
    parameters: {};
    /** Get the caller's public keys for sealed notebooks */
    get: operations["getSealedAccount"];
    /**
     * Set up sealed notebooks, or start anew
     * @description The caller's device makes the account secret, the public keys with their proof, and the slots: a recovery code, and a passphrase or a passkey. The service cannot open any of them. With `anew` other keys and slots follow, after a sign-in of the last ten minutes: the members of the caller's notebooks count the caller as gone until they are added anew.
     */
    post: operations["createSealedAccount"];
  };
  "/api/sealed/slots": {
    parameters: {};
    /**
     * List what opens the caller's account secret
     * @description All slots, those of former generations too. 60 times an hour.
     */
    get: operations["listSealedSlots"];
    /**
     * Add a way to open the caller's account secret
     * @description A notification tells the caller of it. A slot is never changed.
     */
    post: operations["addSealedSlot"];
  };
  "/api/sealed/slots/{id}": {
    parameters: {};
    /** Delete a way to open the caller's account secret */
    delete: operations["deleteSealedSlot"];
  };
  "/api/sealed/enrolments": {
    parameters: {};
    /** List the new devices of the caller that ask, oldest first */
    get: operations["listSealedEnrolments"];
    /**
     * Ask an old device for the account secret
     * @description A new device sends an id and a key that it has made after it has read the keys of the account. The user compares twelve signs on both devices. A notification tells the caller's other devices. It lasts ten minutes.
     */
    post: operations["beginSealedEnrolment"];
  };
  "/api/sealed/enrolments/{id}": {
    parameters: {};
    /** Get the enrolment of a new device */
    get: operations["getSealedEnrolment"];
    /**
     * Hand the account secret to a new device
     * @description Once, by an old device, under the key of the new one.
     */
    put: operations["answerSealedEnrolment"];
  };
  "/api/journal/{id}/attachments": {
    parameters: {};
    /**
     * Add a photo or a recording to an entry
     * @description Allowed for the author; readers of the content see attachments. A photo is JPEG, PNG, GIF or WebP by its bytes, at most 10 MB and 100 megapixels; the service removes its metadata, such as the location, and keeps its orientation. A recording is M4A, MP3, Ogg, WebM or WAV by its bytes, at most 25 MB; its tags stay. `thumbnail` is a small JPEG or WebP of a photo, at most 200 kB, for lists. With `sealed` the file and its thumbnail are bytes that only members of a sealed notebook can open, at most 26 MB: a sealed entry takes only these, and an open entry takes them before it moves into a sealed notebook.
     */
    post: operations["addAttachment"];
  };
  "/api/journal/{id}/attachments/room": {
    parameters: {};
    /**
     * Ask whether there is room for a file
     * @description Allowed for the author of the entry, before a file is uploaded. Answers the attachment of this `id` where a former request has added it: then there is nothing to upload.
     */
    get: operations["getAttachmentRoom"];
  };
  "/api/journal/{id}/attachments/{attachmentId}": {
    parameters: {};
    /**
     * Delete an attachment
     * @description Allowed for the author.
     */
    delete: operations["deleteAttachment"];
  };
  "/api/journal/{id}/attachments/{attachmentId}/transcribe": {
    parameters: {};
    /**
     * Write down the words of a recording
     * @description Allowed for the author, for sound of up to 20 minutes. The transcript is kept: another request answers with it. Counts as one of 60 AI calls per hour when the provider is asked.
     */
    post: operations["transcribeAttachment"];
  };
  "/api/journal/{id}/background": {
    parameters: {};
    /**
     * Get the background of an entry
     * @description For callers who may read the content of the entry. The address works for ten minutes at least, also when the caller may no longer read the content.
     */
    get: operations["getEntryBackground"];
  };
  "/api/journal/on-this-day": {
    parameters: {};
    /**
     * List the caller's entries of the same day in former years, newest first
     * @description Days are those of the time zone of the caller's profile. An entry of 29 February is listed on 29 February, and on 28 February in years without that day; entries of 28 February are listed on 28 February alone.
     */
    get: operations["listEntriesOnThisDay"];
  };
  "/api/journal/{id}/versions": {
    parameters: {};
    /**
     * List the former texts of an entry, latest first
     * @description The texts before changes of title or content, for the author alone. Changes within ten minutes keep one text, that before the first of them. The last 50 are kept, for 90 days.
     */
    get: operations["listEntryVersions"];
    /**
     * Forget the former texts of an entry
     * @description The entry itself stays as it is.
     */
    delete: operations["forgetEntryVersions"];
  };
  "/api/journal/{id}/versions/{versionId}/restore": {
    parameters: {};
    /**
     * Give an entry a former text again
     * @description Sets title and content, like `PUT /journal/{id}`: the text that it replaces is always kept, mentions count, and a changed content is analyzed, unless the request has a `mood`. A client sends the mood of an entry along whose `mood_source` is `author`.
     */
    post: operations["restoreEntryVersion"];
  };
  "/api/journal/{id}/comments": {
    parameters: {};
    /**
     * List the comments on an entry, oldest first
     * @description For readers of the content. Leaves out comments of people who block the caller or whom the caller blocks.
     */
    get: operations["listEntryComments"];
    /**
     * Comment on an entry
     * @description Allowed for readers of the content. The author of the entry is notified once a day for each entry. Past 60 comments an hour the answer is 429. On a sealed entry its members comment, with `sealed` in place of `content`.
     */
    post: operations["createEntryComment"];
  };
  "/api/journal/{id}/comments/{commentId}": {
    parameters: {};
    /**
     * Delete a comment
     * @description Allowed for the author of the comment, also when the caller no longer sees the entry, and for the author of the entry.
     */
    delete: operations["deleteEntryComment"];
  };
  "/api/journal/{id}/reaction": {
    parameters: {};
    /**
     * React to an entry
     * @description Replaces the caller's former reaction. Allowed for readers of the content; the author is notified once a day for each entry.
     */
    put: operations["reactToEntry"];
    /** Take back the reaction to an entry */
    delete: operations["deleteReaction"];
  };
  "/api/journal/{id}/share-links": {
    parameters: {};
    /**
     * Make a link that shows an entry to anybody who has it
     * @description Allowed for the author, whatever the visibility of the entry. 20 links may be active at a time. `GET /shared/{code}` shows the title, the content, the mood, the attachments and the author.
     */
    post: operations["createShareLink"];
  };
  "/api/journal": {
    parameters: {};
    /**
     * List the entries visible to the caller, newest first
     * @description Where the caller may not read the content, `content` is null and `content_hidden` true. Hidden content is not searched, and nothing of sealed entries is.
     */
    get: operations["listEntries"];
    /**
     * Create an entry
     * @description The content notifies users whose `@handle` it mentions, if they may read it (20 mentions a day from one author to one user). Without a mood, a model looks for one in the content; it is in this answer if the analysis is quick, otherwise in a later one. Nothing is analyzed with `mood_analysis_enabled: false` in the profile, and past 60 entries of an author within an hour.
     */
    post: operations["createEntry"];
  };
  "/api/journal/{id}": {
    parameters: {};
    /**
     * Get an entry
     * @description When the caller may not read the content, `content` is null and `content_hidden` true.
     */
    get: operations["getEntry"];
    /**
     * Update an entry
     * @description Changes only the given fields; allowed for the author. A null mood clears the mood. A changed content without a mood is analyzed like a new entry, and a found tone replaces the mood. Until then, and when none is found, a mood of the author stays; a mood from the former content becomes null at once. To keep the author's mood, send it along with the new content. `written_at` moves the entry to another day: streaks, insights and the track follow. Moving an entry into a sealed notebook takes `sealed` and erases what the service has kept of its text; moving it out takes the open fields. Both, and every change of a sealed entry, need `If-Match` with one version.
     */
    put: operations["updateEntry"];
    /** Delete an entry */
    delete: operations["deleteEntry"];
  };
  "/api/journal/backfill-mentions": {
    parameters: {};
    /**
     * Index the mentions of older entries
     * @description Examines up to 500 of the caller's entries that have not been examined yet. Nobody is notified of these mentions.
     */
    post: operations["backfillMentions"];
  };
  "/api/entry-templates": {
    parameters: {};
    /**
     * List the templates of entries, newest first
     * @description The caller's own, and the templates of the service (`is_shared`), in the language of the caller's profile.
     */
    get: operations["listEntryTemplates"];
    /**
     * Create a template of entries
     * @description A user has at most 100.
     */
    post: operations["createEntryTemplate"];
  };
  "/api/entry-templates/{id}": {
    parameters: {};
    /**
     * Change a template of entries
     * @description Changes the given fields only.
     */
    put: operations["updateEntryTemplate"];
    /** Delete a template of entries */
    delete: operations["deleteEntryTemplate"];
  };
  "/api/goals": {
    parameters: {};
    /** List the caller's goals, newest first */
    get: operations["listGoals"];
    /**
     * Create a goal
     * @description The new goal is `active`.
     */
    post: operations["createGoal"];
  };
  "/api/goals/{id}": {
    parameters: {};
    /**
     * Get a goal with its check-ins
     * @description Contains the newest 1000 check-ins, newest first. A goal is visible to its owner and to super admins.
     */
    get: operations["getGoal"];
    /**
     * Update a goal
     * @description Changes the given fields only. Any status may follow any other; `completed` sets `completed_at`, any other status clears it.
     */
    put: operations["updateGoal"];
    /** Delete a goal and its check-ins */
    delete: operations["deleteGoal"];
  };
  "/api/goals/{id}/check-ins": {
    parameters: {};
    /** List the check-ins of a goal, newest first */
    get: operations["listGoalCheckIns"];
    /**
     * Record a check-in of a goal
     * @description Any number of check-ins is possible. The status of the goal does not change. The answer has the status that the amounts of its date give; the other check-ins of the date get it too.
     */
    post: operations["createGoalCheckIn"];
  };
  "/api/goals/{id}/check-ins/{checkInId}": {
    parameters: {};
    /**
     * Update a check-in
     * @description Changes the given fields only.
     */
    put: operations["updateGoalCheckIn"];
    /** Delete a check-in */
    delete: operations["deleteGoalCheckIn"];
  };
  "/api/reminders": {
    parameters: {};
    /** List the caller's reminders, newest first */
    get: operations["listReminders"];
    /**
     * Create a reminder
     * @description Notifies the caller, by `reminder`, at this time of the time zone of the profile; not when the day's entry, or a check-in of the goal, is there. A user has at most 20.
     */
    post: operations["createReminder"];
  };
  "/api/reminders/{id}": {
    parameters: {};
    /**
     * Change the time or the days of a reminder
     * @description Changes the given fields only. When the new time of today is over, or today's reminder has been due, it begins with the next of its days.
     */
    put: operations["updateReminder"];
    /** Delete a reminder */
    delete: operations["deleteReminder"];
  };
  "/api/reminders/cron/send": {
    parameters: {};
    /**
     * Run the job that reminds users
     * @description Also settles streaks with friends, and tells of their milestones and of who waits; they count like reminders. Every due reminder moves to the next of its days. It is `skipped` when the user has written or checked in, when the goal is not active, when the user is blocked, and when it is more than an hour late, as after an outage.
     */
    post: operations["sendReminders"];
  };
  "/api/insights": {
    parameters: {};
    /**
     * Get a summary of the caller's entries of some days
     * @description Covers the caller's own entries, check-ins, satisfaction and sleep. Days begin and end in the time zone of the profile; sleep has its own `date`.
     */
    get: operations["getInsights"];
  };
  "/api/insights/cron/weekly-review": {
    parameters: {};
    /**
     * Run the job that sends the weekly reviews
     * @description On Mondays from 8:00 to noon of the time zone of the profile, the job sends counts of the entries of the week before: by `weekly_review` where `preferences.weekly_review` is true, and by mail where `preferences.weekly_review_mail` is true. It sends each once a week. A review is `skipped` when the week has no entries, when the user is blocked, and when it was sent before or is late, as after an outage.
     */
    post: operations["sendWeeklyReviews"];
  };
  "/api/insights/unsubscribe/{code}": {
    parameters: {};
    /**
     * End the weekly mail of a user
     * @description For mail programs: the header `List-Unsubscribe` of the mail has this address, and one POST without a sign-in turns `preferences.weekly_review_mail` off (RFC 8058). The body is not read. Again with the same code it answers alike.
     */
    post: operations["endWeeklyMail"];
  };
  "/api/prompts/today": {
    parameters: {};
    /**
     * Get the caller's prompt of the day
     * @description The same all day in the time zone of the profile, and another each day until all were shown. In the language of the profile if it has 30 active prompts, otherwise in English.
     */
    get: operations["getPromptOfToday"];
  };
  "/api/streaks": {
    parameters: {};
    /**
     * Get the caller's streaks
     * @description A day is the date in the caller's time zone at the time of writing. A missed day takes a freeze, which covers all streaks of two days or more, or ends the streak. A paused day does neither. Covered and paused days do not count.
     */
    get: operations["getStreaks"];
  };
  "/api/streaks/freezes": {
    parameters: {};
    /**
     * Buy a freeze with drops
     * @description It covers one missed day after today by itself. An entry or check-in that arrives late for the covered day gives it back.
     */
    post: operations["buyStreakFreeze"];
  };
  "/api/streaks/pause": {
    parameters: {};
    /**
     * Pause all streaks until a date
     * @description From today on, or as before when they are paused already. A paused day does not end a streak; one with an entry or a check-in counts.
     */
    put: operations["pauseStreaks"];
    /**
     * End the pause
     * @description Yesterday is its last day.
     */
    delete: operations["resumeStreaks"];
  };
  "/api/sync": {
    parameters: {};
    /**
     * List the changes of the caller's own data
     * @description Contains the caller's entries, notebooks, goals, check-ins, streaks, engagement entries, attachments (without their files), notifications, reminders, share links (a view is no change), templates of entries and profile that changed since the cursor, and the ids of deleted objects; without a cursor every object. Repeat the request with `next_cursor` while `has_more` is true, then keep `next_cursor` for the next sync. A page also ends at 2 MB of contents; a request for more than 100 changes counts as several for the general rate limit. Each change comes once, with the object's present state, also when a transaction commits late. A notebook that changes the readers of an entry changes the entry. Deletions are remembered for 90 days.
     */
    get: operations["syncChanges"];
  };
  "/api/organizations": {
    parameters: {};
    /**
     * List the caller's organizations, newest first
     * @description Contains the organizations the caller belongs to; for a super admin all.
     */
    get: operations["listOrganizations"];
    /**
     * Create an organization
     * @description The caller becomes its owner.
     */
    post: operations["createOrganization"];
  };
  "/api/organizations/{id}": {
    parameters: {};
    /**
     * Get an organization and the caller's role in it
     * @description Allowed for its members and super admins; for everyone else the answer is 404.
     */
    get: operations["getOrganization"];
    /**
     * Update an organization
     * @description Allowed for its owners. Changes the given fields only; `settings` are replaced as a whole.
     */
    put: operations["updateOrganization"];
    /**
     * Delete an organization and its teams
     * @description Allowed for its owners. No journal entry is deleted: entries and notebooks shared with the organization or its teams become private.
     */
    delete: operations["deleteOrganization"];
  };
  "/api/organizations/{id}/transfer-ownership": {
    parameters: {};
    /**
     * Transfer an organization to another member
     * @description Allowed for the present owner, who becomes an `admin`. The new owner is notified and not asked; the new owner can transfer the organization further, delete it, or hand it over with the deletion of the account.
     */
    post: operations["transferOrganization"];
  };
  "/api/organizations/{id}/members": {
    parameters: {};
    /**
     * List the members of an organization, by time of joining
     * @description Allowed for its members and super admins.
     */
    get: operations["listOrganizationMembers"];
    /**
     * Add a member to an organization
     * @description Allowed for its owners. A member with the role `owner` is a co-owner. The user gets a notification. Users who left by themselves, declined an invitation to them, or block the caller need an invitation (409).
     */
    post: operations["addOrganizationMember"];
  };
  "/api/organizations/{id}/members/{userId}": {
    parameters: {};
    /**
     * Update the role of a member
     * @description Allowed for owners. The owner's role changes only by a transfer.
     */
    put: operations["updateOrganizationMember"];
    /**
     * Remove a member, or leave an organization
     * @description Owners may remove others; every member but the owner may leave. The member is removed from the organization's teams too; the owner becomes the admin of teams the member was the admin of. Objects that the member shared with the organization or its teams become private.
     */
    delete: operations["removeOrganizationMember"];
  };
  "/api/organizations/{id}/invitations": {
    parameters: {};
    /**
     * List the invitations to an organization, newest first
     * @description Allowed for its owners. An invitation to an address changes only when somebody accepts it, or an owner revokes it. Invitations are deleted 90 days after their end.
     */
    get: operations["listOrganizationInvitations"];
    /**
     * Invite a person to an organization, or make a link
     * @description Allowed for its owners. The body has exactly one of `user_id`, `handle`, `email` and `link`. With a `team_id`, the invitation may also be for members of the organization. The person gets a notification, for an address when a user confirms it. A user who blocks the caller gets none, and the answer is the same. An invitation ends when its sender is no longer an owner. Past 50 invitations a day, or 5 to one person in 30 days, the answer is 429.
     */
    post: operations["inviteToOrganization"];
  };
  "/api/organizations/{id}/invitations/{invitationId}": {
    parameters: {};
    /**
     * Revoke an invitation
     * @description Allowed for owners. The invitation leaves the invited person's list; people who have joined by a link remain members.
     */
    delete: operations["revokeOrganizationInvitation"];
  };
  "/api/share-links": {
    parameters: {};
    /**
     * List the caller's share links, newest first
     * @description Contains ended links too, for 30 days after their end. `POST /journal/{id}/share-links` makes a link.
     */
    get: operations["listShareLinks"];
  };
  "/api/share-links/{id}": {
    parameters: {};
    /**
     * Revoke a share link
     * @description It opens for nobody from now on. A link that has ended stays as it is.
     */
    delete: operations["revokeShareLink"];
  };
  "/api/shared/{code}": {
    parameters: {};
    /**
     * Read an entry by a share link
     * @description For the page that a link leads to; nobody has to sign in. Allowed 60 times a minute for each address. An entry that has changed shows its present text.
     */
    get: operations["getSharedEntry"];
  };
  "/api/invitations/{code}": {
    parameters: {};
    /**
     * Get the invitation of a link
     * @description For the page that a link leads to, before its holder signs in and accepts with `POST /user/invitations/accept`. Allowed 30 times a minute for each address.
     */
    get: operations["getLinkedInvitation"];
  };
  "/api/invitations": {
    parameters: {};
    /**
     * Make a link for a friend, into the caller's own circle
     * @description The circle is an organization with the team `Friends`, made at the first link. One person joins by the link, as a member, within 14 days. `GET /organizations/{id}/invitations` lists the links. `url` is null without `SITE_URL`.
     */
    post: operations["inviteFriend"];
  };
  "/api/friends": {
    parameters: {};
    /**
     * List the caller's friends, the one with the latest entry first
     * @description A friend shares with the caller the team of either's circle, which `POST /invitations` makes; two guests of one circle are not friends. Leaves out people who block the caller or whom the caller blocks. `invitations` has the open invitations to the caller's circle, newest first, on each page.
     */
    get: operations["listFriends"];
  };
  "/api/friends/{userId}/streak": {
    parameters: {};
    /**
     * Ask a friend for a streak for two, or accept one
     * @description Accepts the invitation of the friend, otherwise invites; a repetition renews the 7 days of an open invitation, and leaves an active streak as it is. The friend is told once a day. From the later local date of the acceptance on, a date counts when both are done on it; another one ends the streak when it has passed for both, unless a freeze, a pause or a change of the zone of either covers it. Late entries and deletions change a date for 48 hours after that.
     */
    post: operations["askPairStreak"];
    /** End a streak for two, decline or withdraw an invitation to one */
    delete: operations["endPairStreak"];
  };
  "/api/reports": {
    parameters: {};
    /**
     * Report a person, or what somebody has written, to the super admins
     * @description The reported person is not told. The same report again answers like the first. A person who blocks the caller may be reported all the same.
     */
    post: operations["createReport"];
  };
  "/api/teams": {
    parameters: {};
    /**
     * List the teams of the caller's organizations, newest first
     * @description Includes teams the caller does not belong to; for a super admin all teams.
     */
    get: operations["listTeams"];
    /**
     * Create a team in an organization
     * @description Allowed for members of the organization and super admins.
     */
    post: operations["createTeam"];
  };
  "/api/teams/{id}": {
    parameters: {};
    /**
     * Get a team and the caller's role in it
     * @description Allowed for members of its organization and super admins.
     */
    get: operations["getTeam"];
    /**
     * Update a team
     * @description The team's admins change name, description and settings. Owners of the organization change `admin_id`, and the former admin remains a member. A field with an unchanged value requires no right, so an owner may send the whole team with another `admin_id`. Changes only the given fields; `settings` are replaced as a whole.
     */
    put: operations["updateTeam"];
    /**
     * Delete a team and its chat
     * @description Allowed for its admins. No journal entry is deleted: entries and notebooks shared with the team become private.
     */
    delete: operations["deleteTeam"];
  };
  "/api/teams/{id}/members": {
    parameters: {};
    /**
     * List the members of a team, by time of joining
     * @description Allowed for members of its organization and super admins.
     */
    get: operations["listTeamMembers"];
    /**
     * Add a member of the organization to a team
     * @description Allowed for the team's admins.
     */
    post: operations["addTeamMember"];
  };
  "/api/teams/{id}/members/{userId}": {
    parameters: {};
    /**
     * Update the role of a member
     * @description Allowed for the team's admins. The role of the team's `admin_id` changes only when an owner of the organization sets another admin.
     */
    put: operations["updateTeamMember"];
    /**
     * Remove a member, or leave a team
     * @description The team's admins may remove others; every member but the admin may leave. Objects that the member shared with the team become private.
     */
    delete: operations["removeTeamMember"];
  };
  "/api/teams/{id}/messages": {
    parameters: {};
    /**
     * List the chat messages of a team, newest first
     * @description Allowed for the team's members and super admins. The private channel `team:<id>` tells the members of new and deleted messages (`message_created`, `message_deleted`).
     */
    get: operations["listTeamMessages"];
    /**
     * Send a message to the chat of a team
     * @description Allowed for the team's members and super admins.
     */
    post: operations["sendTeamMessage"];
  };
  "/api/teams/{id}/messages/{messageId}": {
    parameters: {};
    /**
     * Delete a chat message
     * @description Allowed for its author, while a member of the team, for the team's admins and for super admins.
     */
    delete: operations["deleteTeamMessage"];
  };
  "/api/notifications": {
    parameters: {};
    /**
     * List the caller's notifications, newest first
     * @description New notifications are also published in real time, as inserts of the table `notifications`. A notification is deleted 90 days after it was read. A personal token does not see those of the type `assistant_note`.
     */
    get: operations["listNotifications"];
  };
  "/api/notifications/read": {
    parameters: {};
    /**
     * Mark notifications as read
     * @description Marks the notifications with the given `ids`, or `all`, the newest 5,000 at a time: `unread_count` is the number of unread ones. Unknown ids are ignored. A personal token leaves those of the types `token_created` and `grant_created` unread: with `all` the message says so, and an id of one is refused (`token_refused`).
     */
    post: operations["readNotifications"];
  };
  "/api/notifications/web-push-key": {
    parameters: {};
    /**
     * Get the key that browsers subscribe to Web Push with
     * @description `applicationServerKey` of `PushManager.subscribe()`.
     */
    get: operations["getWebPushKey"];
  };
  "/api/notifications/devices": {
    parameters: {};
    /**
     * Register a device for pushes
     * @description Registers an app by its `token`, or a browser by its `subscription`, which no answer shows. The app registers the device at each start. A device belongs to one user, the last who registered it. A user has at most 10 devices; the service removes the one with the oldest registration. `preferences.notifications` (false) turns pushes off, `preferences.notification_types` by type, except `token_created` and `grant_created`; both leave the list as it is.
     */
    post: operations["registerPushDevice"];
  };
  "/api/notifications/devices/{id}": {
    parameters: {};
    /**
     * Remove a device
     * @description The device gets no more pushes. The app does this when the user signs out.
     */
    delete: operations["deletePushDevice"];
  };
  "/api/notifications/cron/deliver": {
    parameters: {};
    /**
     * Run the job that delivers pushes and system mails
     * @description Sends the pushes and mails of the outboxes and reads the receipts of earlier pushes. Each is delivered at least once: after a failure the next attempt comes after 15 s, then after twice as long each time, up to an hour, and after 24 h it is given up (`dead`). A device that the provider does not know is removed. Answers 200 even if providers fail. `remaining` pushes, receipts and mails are due and left for the next call.
     */
    post: operations["deliverOutbox"];
  };
  "/api/email/send": {
    parameters: {};
    /**
     * Send a mail
     * @description Sends one mail from the address of the service to one recipient. The caller's own address has to be confirmed. The subject begins with `@handle writes: `, and text and HTML begin with a line that names the caller by handle. The service removes style sheets, scripts and comments of the HTML; inline styles stay. A user sends 20 mails a day, and has 100 attempts; one mailbox gets 5 mails a day of all users together. Sent again with its `Idempotency-Key`, a mail arrives once, also after a lost answer.
     */
    post: operations["sendEmail"];
  };
  "/api/email/webhook": {
    parameters: {};
    /**
     * Receive an event of the mail provider
     * @description Allowed for the provider, which signs its events: `svix-id`, `svix-timestamp` and `svix-signature` over the raw body, valid for five minutes. An event takes effect once. Events about sent mails update them; a bounce or a complaint suppresses the address. A mail from a user's confirmed address to the user's `journal_email` becomes a private journal entry. Without a configured secret, events have no effect. The service records every event, also unknown ones.
     */
    post: operations["receiveEmailEvent"];
  };
  "/api/music/connect": {
    parameters: {};
    /**
     * Begin to connect the caller's music account
     * @description The client opens `authorize_url` in a browser within 10 minutes. The user allows the service there to read the recent plays. The provider then leads the browser over the callback to `<SITE_URL>/music/callback`, with `grant` for `POST /music/account`, or with `error`. A new connection ends an earlier unfinished one.
     */
    get: operations["connectMusic"];
  };
  "/api/music/callback": {
    parameters: {};
    /**
     * Receive the user from the music provider
     * @description For browsers. The `state` is the credential: the service makes it, for one use within 10 minutes. Redirects to `<SITE_URL>/music/callback` with `grant` for `POST /music/account`, or with `error`: `invalid_state` for a wrong, used or old state, otherwise the provider's, such as `access_denied`. The callback connects nothing, because it does not know its caller.
     */
    get: operations["receiveMusicCallback"];
  };
  "/api/music/account": {
    parameters: {};
    /** Get the caller's music account */
    get: operations["getMusicAccount"];
    /**
     * Connect the music account that a grant is for
     * @description For the page at `<SITE_URL>/music/callback`. Only the user who began the connection redeems its grant, once, within 10 minutes of the beginning. After a 503, send the same grant again; the answer is 410 when the provider has taken its code. The account replaces a connected one.
     */
    post: operations["redeemMusicGrant"];
    /**
     * Disconnect the caller's music account
     * @description Deletes the account and its tokens. Plays and the tracks of entries stay.
     */
    delete: operations["disconnectMusic"];
  };
  "/api/music/plays": {
    parameters: {};
    /** List the caller's plays, newest first */
    get: operations["listMusicPlays"];
  };
  "/api/music/sync": {
    parameters: {};
    /**
     * Fetch the caller's plays since the last time
     * @description Fetches the plays since the last synchronization, the first time all plays that the provider still has. An entry gets the last track that was played at or before its `written_at`: when it is written, and again when a later play arrives. A job does the same for every user each 15 minutes.
     */
    post: operations["syncMusic"];
  };
  "/api/music/sync-all": {
    parameters: {};
    /**
     * Run the job that fetches the plays of connected users
     * @description Takes accounts that were not tried for five minutes, the longest waiting first. Stops early when the provider asks to wait or answers nobody. A failed account counts in `failed`, and the job still succeeds. `remaining` accounts are due and left for the next call.
     */
    post: operations["syncAllMusic"];
  };
  "/api/drops/balance": {
    parameters: {};
    /** Get the caller's balance of drops */
    get: operations["getDropsBalance"];
  };
  "/api/drops/transactions": {
    parameters: {};
    /** List the caller's transactions of drops, newest first */
    get: operations["listDropTransactions"];
  };
  "/api/drops/award-monthly": {
    parameters: {};
    /**
     * Award this month's drops to the caller
     * @description 30 drops, or 250 with an active subscription, once per calendar month (UTC). A scheduled job awards everyone on the first of the month; this route does not wait for it.
     */
    post: operations["awardMonthlyDrops"];
  };
  "/api/drops/cron/award-monthly-all": {
    parameters: {};
    /**
     * Run the job that awards this month's drops to everyone
     * @description Synthetic users get none. Each user is awarded once per month, even when runs are repeated, overlap or are interrupted. A run stops after 100 s; `remaining` users are left for the next call. `skipped` users had their drops already.
     */
    post: operations["awardMonthlyDropsToAll"];
  };
  "/api/workout-window/setup": {
    parameters: {};
    /**
     * Set or change the caller's daily window
     * @description The window lasts exactly two hours of the local clock and may cross midnight; it belongs to the date on which it starts. A changed window holds from `holds_from` on: the first date on which neither the former window nor the new one has begun, each by its own clock. The service generates the chains of today and tomorrow (by the clock of the window) in the background, within seconds; where more than 200 users share the location, a job does so within a minute or two.
     */
    post: operations["setUpWorkoutWindow"];
  };
  "/api/workout-window/my-window": {
    parameters: {};
    /**
     * Get the caller's window and location, and the window that is open or opens next
     * @description `window` is the window as it is set; it holds from the date `holds_from` on. `next` is the window that is open or opens next, as moments: a client counts down to them, and reads again when one has passed.
     */
    get: operations["getMyWorkoutWindow"];
  };
  "/api/workout-window/update-location": {
    parameters: {};
    /**
     * Update the caller's location
     * @description Changes only the given fields; null clears a field. Send both coordinates or none. The service matches users of one city of a country, otherwise of one region, otherwise of one time zone. Others see the city and nothing else. `timezone` is information; the window has its own.
     */
    put: operations["updateWorkoutLocation"];
  };
  "/api/workout-window/chain/{date}": {
    parameters: {};
    /**
     * Get the caller's place in the chains of a date
     * @description With the check-ins of the caller, the neighbours and the squad. `chain` is null when the caller has no place on the date.
     */
    get: operations["getWorkoutChain"];
  };
  "/api/workout-window/squad/{date}": {
    parameters: {};
    /**
     * Get the caller's squad of a date
     * @description Three neighbours in the chains, or two; null when the caller has none. With the check-ins of its members.
     */
    get: operations["getWorkoutSquad"];
  };
  "/api/workout-window/team-stats/{date}": {
    parameters: {};
    /** Get the results of both teams on a date */
    get: operations["getWorkoutTeamStats"];
  };
  "/api/workout-window/generate-chains": {
    parameters: {};
    /**
     * Generate the chains of a date
     * @description Generates the chains of the caller's location for today or tomorrow, by the clock of the caller's window. For super admins the date is free and the chains are those of everybody. Places of users who have checked in, or whose window has closed, stay. Where more than 200 users share the location, and on a date without chains for all others, a job generates within a minute or two. Past 6 calls an hour the answer is 429.
     */
    post: operations["generateWorkoutChains"];
  };
  "/api/workout-window/admin/teams/{date}": {
    parameters: {};
    /**
     * Get the members and squads of both teams on a date
     * @description Counts synthetic and real users. A page has up to `limit` squads of both teams together, and the members of the whole date.
     */
    get: operations["getWorkoutTeams"];
  };
  "/api/workout-window/cron/generate-chains": {
    parameters: {};
    /**
     * Run the job that generates the chains of today and tomorrow
     * @description Days are UTC. With a date, only the chains of that date are generated; `today` is then the date and `tomorrow` the day after. Repeated, overlapping and interrupted runs end with the same chains, and the next run goes on with remaining work. Places of users who have checked in stay.
     */
    post: operations["runWorkoutChainGeneration"];
  };
  "/api/workout-window/cron/close-day": {
    parameters: {};
    /**
     * Run the job that closes the day of users whose window is over
     * @description Acts once for each user and date, when window and grace are over. Synthetic users check in with their own probability (`synthetic`). Other users without a check-in have failed: the chain breaks for the user after them (`broken`), and both are notified.
     */
    post: operations["runWorkoutDayClosing"];
  };
  "/api/workout-window/cron/window-reminders": {
    parameters: {};
    /**
     * Run the job that reminds users whose window opens within 30 minutes
     * @description Each user is reminded once for a window, unless they have checked in.
     */
    post: operations["runWorkoutReminders"];
  };
  "/api/workout-window/checkin": {
    parameters: {};
    /**
     * Check in with a photo
     * @description The check-in belongs to the caller's open window, otherwise to the window with the latest start that is at most 12 hours ahead. There is one for each date. Send both coordinates or none. The photo is JPEG, PNG, GIF or WebP by its bytes, at most 10 MB and 100 megapixels. The service removes its metadata, such as the location. The caller, the neighbours in the chain, the squad and super admins see it, except people who block the caller or whom the caller blocks. A check-in from the start of the window to 30 minutes after its end is `verified`. It is `pending` for a super admin outside that time, when the camera's time is outside it (without an offset from UTC: more than a day away), when anybody has sent the photo before, and less than 12 hours after the last check-in for another date. A check-in that was made in its window (`taken_at`) and arrives after it is `pending` too, and refused more than 24 hours after the end of the window. It earns 1 chip, 1 more when the user before has checked in, 2 more from the seventh consecutive day on, and half a chip in the first 30 minutes; the sum is rounded down. A verified check-in notifies the next user in the chain.
     */
    post: operations["createWorkoutCheckIn"];
  };
  "/api/workout-window/checkin/{date}": {
    parameters: {};
    /**
     * Get the caller's check-in of a date
     * @description `status` is `completed` for a verified check-in, `failed` for a rejected one, and for none when the window and its 30 minutes of grace are over.
     */
    get: operations["getWorkoutCheckIn"];
  };
  "/api/workout-window/checkins/{date}": {
    parameters: {};
    /**
     * List the check-ins around the caller of a date
     * @description Check-ins of the caller, of the neighbours in the chain and of the squad, without people who block the caller or whom the caller blocks. `stats` counts these people: all, the synthetic ones among them, those with a completed date and those with a failed date.
     */
    get: operations["listWorkoutCheckIns"];
  };
  "/api/workout-window/days": {
    parameters: {};
    /**
     * List the caller's days, latest first
     * @description The dates on which the caller's window has opened, and those with a check-in.
     */
    get: operations["listWorkoutDays"];
  };
  "/api/workout-window/admin/checkins/flagged": {
    parameters: {};
    /** List the check-ins that wait for a review, newest first */
    get: operations["listFlaggedWorkoutCheckIns"];
  };
  "/api/workout-window/admin/checkins/{id}/verify": {
    parameters: {};
    /**
     * Verify a check-in that waits for a review
     * @description Its chips count, and the chips of the user's later days are counted again. The check-in of the next user in the chain gets its chip and becomes `continued`.
     */
    post: operations["verifyWorkoutCheckIn"];
  };
  "/api/workout-window/admin/checkins/{id}/reject": {
    parameters: {};
    /**
     * Reject a check-in
     * @description Rejects a pending or verified check-in. It loses its chips, and the chips of the user's later days are counted again. The date counts as failed, and the next user in the chain loses the chip for it. Both are told of the broken chain when the day is closed.
     */
    post: operations["rejectWorkoutCheckIn"];
  };
  "/api/workout-window/mosaic/{date}": {
    parameters: {};
    /**
     * Get the mosaic of a date
     * @description One picture with a section for each participant: team colour, initials and a mark for the status. Users with the preference `mosaic_photo` appear with the photo of a verified check-in. The picture has at most 10,000 sections, and above about 1,100 no letters and photos. `stats` counts all participants. Null when there is no mosaic.
     */
    get: operations["getWorkoutMosaic"];
  };
  "/api/workout-window/mosaic/generate/{date}": {
    parameters: {};
    /**
     * Draw the mosaic of a date again
     * @description Draws the present state. With many new photos it may need several calls: `message` then says so, and `mosaic` is the former one.
     */
    post: operations["generateWorkoutMosaic"];
  };
  "/api/workout-window/cron/draw-mosaics": {
    parameters: {};
    /**
     * Draw the mosaics that are out of date
     * @description Runs every hour: draws the mosaics of the dates around today whose counts have changed or whose picture is gone.
     */
    post: operations["drawWorkoutMosaics"];
  };
  "/api/workout-window/battle/cron/generate-weekly": {
    parameters: {};
    /**
     * Run the job that opens the battle of this week
     * @description Weeks begin on Monday in UTC. Executes the battle of last week when nobody can check in for it any more, and notifies its participants. Another job continues the rest.
     */
    post: operations["runWorkoutBattleGeneration"];
  };
  "/api/workout-window/battle/week/{weekStartDate}": {
    parameters: {};
    /**
     * Get the battle of a week
     * @description The battle of the week of the date, or null. It is live until it is executed, then final. A user is a member of the team whose colour the user wore on most days of the week (of two equal ones the later), with the chips earned for it. Each team lists the 200 members with the most chips.
     */
    get: operations["getWorkoutBattle"];
  };
  "/api/workout-window/battle/execute/{weekStartDate}": {
    parameters: {};
    /**
     * Execute the battle of a week
     * @description Executes the battle, also before the week is over; a repetition answers the stored result. A team's power is floor(chips x 10 + members x 5 + chips / members x 20). A battle has 3 + (chips of both teams mod 3) rounds. In each round each power deals its share times a factor from 0.8 to 1.2, which depends only on week and round. The team with more damage wins. The participants are notified.
     */
    post: operations["executeWorkoutBattle"];
  };
  "/api/workout-window/battle/history": {
    parameters: {};
    /**
     * List completed battles, latest first, with the caller's part
     * @description `battlesWon` counts the battles won by the colour that the caller wore on most days of the week; `longestChain` is the longest run of dates with verified check-ins.
     */
    get: operations["listWorkoutBattles"];
  };
  "/api/workout-window/admin/ai-users/generate": {
    parameters: {};
    /**
     * Generate synthetic users
     * @description Creates accounts that nobody can sign in as, each with profile, window and location. They take part in chains, mosaics and battles, and check in with their probability. Parts of `config` replace the default distribution; each share of the users is as large as its weight, within one user.
     */
    post: operations["generateWorkoutAiUsers"];
  };
  "/api/workout-window/admin/ai-users": {
    parameters: {};
    /** List synthetic users, newest first */
    get: operations["listWorkoutAiUsers"];
  };
  "/api/workout-window/admin/ai-users/{id}": {
    parameters: {};
    /** Delete a synthetic user and everything of theirs */
    delete: operations["deleteWorkoutAiUser"];
  };
  "/api/workout-window/admin/ai-users/{id}/toggle": {
    parameters: {};
    /**
     * Activate or deactivate a synthetic user
     * @description An inactive one keeps the places of the past, gets none in new chains, and does not check in.
     */
    put: operations["toggleWorkoutAiUser"];
  };
  "/api/encouragement-drops/my-drops": {
    parameters: {};
    /** Get the drops that the caller can send today */
    get: operations["getMyDrops"];
  };
  "/api/encouragement-drops/send": {
    parameters: {};
    /**
     * Send a drop to another user
     * @description Send a template of the library (`template_id`), or a custom drop: `content`, for the type `media` a `media_url` with optional `content`, and for the type `custom` a `recording_id` with optional `content`. A template determines the type. Each drop takes one from the allowance of the day, and custom drops have their own. The recipient is notified. When the recipient writes an entry within the engagement window, the sender earns bonus drops.
     */
    post: operations["sendDrop"];
  };
  "/api/encouragement-drops/received": {
    parameters: {};
    /** List the drops that the caller received */
    get: operations["listReceivedDrops"];
  };
  "/api/encouragement-drops/received/{id}/read": {
    parameters: {};
    /**
     * Mark a received drop as read
     * @description `read_at` is set once; a repeated call changes nothing.
     */
    post: operations["readDrop"];
  };
  "/api/encouragement-drops/received/{id}/thank": {
    parameters: {};
    /**
     * Thank the sender of a received drop
     * @description Sets `thanked_at` once, and marks the drop as read. The sender is notified, unless one of the two blocks the other. Thanks take nothing from the allowance; a repeated call answers the same.
     */
    post: operations["thankForDrop"];
  };
  "/api/encouragement-drops/sent": {
    parameters: {};
    /** List the drops that the caller sent, newest first */
    get: operations["listSentDrops"];
  };
  "/api/encouragement-drops/recordings": {
    parameters: {};
    /**
     * Upload a recording to send as a cheer
     * @description M4A, MP3, Ogg, WebM or WAV by its bytes, at most 2 MB and 30 s; its tags stay. Send it within a day by `recording_id` of a drop of the type `custom`; an unsent recording is deleted then. It takes up room for attachments (`attachments_limit_mb`).
     */
    post: operations["recordCheer"];
  };
  "/api/encouragement-drops/templates": {
    parameters: {};
    /** List the approved templates, newest first */
    get: operations["listDropTemplates"];
  };
  "/api/encouragement-drops/admin/templates": {
    parameters: {};
    /** List all templates, newest first */
    get: operations["listAllDropTemplates"];
    /** Create a template */
    post: operations["createDropTemplate"];
  };
  "/api/encouragement-drops/admin/templates/{id}": {
    parameters: {};
    /**
     * Update a template
     * @description Changes the given fields only. Drops that were sent do not change.
     */
    put: operations["updateDropTemplate"];
    /**
     * Delete a template
     * @description Drops that were sent remain.
     */
    delete: operations["deleteDropTemplate"];
  };
  "/api/encouragement-drops/config": {
    parameters: {};
    /** Get the configuration of drops */
    get: operations["getDropConfig"];
  };
  "/api/encouragement-drops/admin/config": {
    parameters: {};
    /** Get the configuration of drops, as a super admin */
    get: operations["getDropConfigAsAdmin"];
    /**
     * Update the configuration of drops
     * @description Changes only the given fields. Open drops keep the window and the bonus of their sending. The allowances hold for everybody from the next send on; a user who has used more today has none left. The audit log keeps the earlier values.
     */
    put: operations["updateDropConfig"];
  };
  "/api/encouragement-drops/admin/process-engagement": {
    parameters: {};
    /**
     * Run the engagement job, as a super admin
     * @description A drop is engaged when its recipient wrote a journal, satisfaction or sleep entry or an action note within the window after receiving it. The sender then earns the bonus once, and the badge follows. A drop without engagement is settled when its window has closed. Drops to synthetic users earn none. A run stops after 100 s; `remaining` drops are left for the next call.
     */
    post: operations["processEngagementAsAdmin"];
  };
  "/api/encouragement-drops/cron/process-engagement": {
    parameters: {};
    /**
     * Run the engagement job
     * @description A drop is engaged when its recipient wrote a journal, satisfaction or sleep entry or an action note within the window after receiving it. The sender then earns the bonus once, and the badge follows. A drop without engagement is settled when its window has closed. Drops to synthetic users earn none. A run stops after 100 s; `remaining` drops are left for the next call.
     */
    post: operations["processEngagement"];
  };
  "/api/encouragement-drops/cron/generate-daily-drops": {
    parameters: {};
    /**
     * Run the job that sends the assistant's daily drops
     * @description Sends users with `read_notes_enabled` and `check_in_enabled` one drop a day (UTC) of the system sender, outside every allowance, made from the latest analysis of their entries. The drop is generic without an analysis, without `OPENAI_API_KEY`, and when the provider fails; such a failure also counts in `failed`, and `errors` has its cause. `skipped` users had their drop already (up to 10,000). A run stops after 100 s; `remaining` users are left for the next call.
     */
    post: operations["generateDailyDrops"];
  };
  "/api/encouragement-drops/badge": {
    parameters: {};
    /** Get the caller's badge */
    get: operations["getOwnBadge"];
  };
  "/api/encouragement-drops/badge/milestones": {
    parameters: {};
    /**
     * List the levels that the caller reached, highest first
     * @description With the counts of that moment. Everyone begins at level 1, which is no milestone. The milestones of others are in the table `badge_milestones`.
     */
    get: operations["listOwnMilestones"];
  };
  "/api/encouragement-drops/badge/{userId}": {
    parameters: {};
    /** Get the badge of a user */
    get: operations["getBadge"];
  };
  "/api/encouragement-drops/badge/update": {
    parameters: {};
    /**
     * Calculate the caller's badge again
     * @description Badges follow every drop and every engagement by themselves. This applies a change of the definitions at once.
     */
    post: operations["updateOwnBadge"];
  };
  "/api/encouragement-drops/badges/bulk": {
    parameters: {};
    /**
     * Get the badges of several users
     * @description Unknown ids are left out.
     */
    post: operations["getBadges"];
  };
  "/api/encouragement-drops/badge-definitions": {
    parameters: {};
    /** List the levels of badges, lowest first */
    get: operations["listBadgeDefinitions"];
  };
  "/api/encouragement-drops/leaderboard": {
    parameters: {};
    /**
     * List the top encouragers
     * @description By engagement increases, then by success rate. Synthetic and blocked users do not appear.
     */
    get: operations["getLeaderboard"];
  };
  "/api/engagement/satisfaction": {
    parameters: {};
    /** List the caller's satisfaction entries, newest first */
    get: operations["listSatisfactionEntries"];
    /**
     * Record how satisfied the caller is
     * @description The entry counts as engagement with encouragement drops that the caller received before it, by `created_at`. Only the caller can see it.
     */
    post: operations["createSatisfactionEntry"];
  };
  "/api/engagement/action-notes": {
    parameters: {};
    /** List the caller's action notes, newest first */
    get: operations["listActionNotes"];
    /**
     * Record an action of the caller, done or planned
     * @description The entry counts as engagement with encouragement drops that the caller received before it, by `created_at`. Only the caller can see it.
     */
    post: operations["createActionNote"];
  };
  "/api/engagement/sleep": {
    parameters: {};
    /** List the caller's sleep entries, newest first */
    get: operations["listSleepEntries"];
    /**
     * Record how long and how well the caller slept
     * @description A date may have several entries. The entry counts as engagement with encouragement drops that the caller received before it, by `created_at`. Only the caller can see it.
     */
    post: operations["createSleepEntry"];
  };
  "/api/payment/prices": {
    parameters: {};
    /**
     * List the prices of a subscription, the cheapest first
     * @description The prices that `createCheckoutSession` takes, as the payment provider has them. Prices without a fixed amount are left out.
     */
    get: operations["listPrices"];
  };
  "/api/payment/create-checkout-session": {
    parameters: {};
    /**
     * Start a checkout for a subscription
     * @description Redirect the user to `url`. After the payment, the provider redirects to `successUrl`, with the session's id in place of `{CHECKOUT_SESSION_ID}`. The provider notifies the service separately, usually within seconds; then the subscription appears. The answer is 409 while a subscription has not ended, paid or not: the user changes it in the billing portal.
     */
    post: operations["createCheckoutSession"];
  };
  "/api/payment/subscription": {
    parameters: {};
    /**
     * Get the caller's subscription
     * @description The active subscription, otherwise one not yet ended, otherwise the newest. Null when the caller never had a subscription.
     */
    get: operations["getSubscription"];
  };
  "/api/payment/create-portal-session": {
    parameters: {};
    /**
     * Open the billing portal
     * @description In the portal, users change or cancel their subscription. Redirect the user to `url` immediately, since it expires within minutes. The provider redirects them back to `returnUrl`, by default the web application.
     */
    post: operations["createPortalSession"];
  };
  "/api/payment/webhook": {
    parameters: {};
    /**
     * Receive an event of the payment provider
     * @description Allowed for the provider, which signs its events. An event takes effect once, however often and in whatever order events arrive. Events of unknown types are recorded and have no effect.
     */
    post: operations["receivePaymentEvent"];
  };
  "/api/ai/analyze-tone": {
    parameters: {};
    /**
     * Analyze the tone of a text
     * @description Instructions within the text are not followed. Of a text of more than 24,000 characters only the beginning and the end are analyzed. Counts as one of 60 AI calls per hour.
     */
    post: operations["analyzeTone"];
  };
  "/api/ai/generate-background": {
    parameters: {};
    /**
     * Generate a background image for an entry
     * @description A text model describes a scene that fits the text, without names, faces or words; an image model paints it. The private bucket `entry-backgrounds` has the file, and the table `journal_entry_backgrounds` its `path`. Readers of the entry's content get an address from `GET /api/journal/{id}/background`; the owner also reads the file with the Storage API. Only its owner sees a background without an entry. It stays when the content of the entry changes. The request takes up to two minutes. The address expires after ten minutes, also in an answer repeated for the same `Idempotency-Key`.
     */
    post: operations["generateBackground"];
  };
  "/api/ai/usage": {
    parameters: {};
    /**
     * Get the caller's AI usage in a month
     * @description Covers a calendar month in UTC, by default the current one. Calls are kept for 400 days.
     */
    get: operations["getTokenUsage"];
  };
  "/api/tone-packs": {
    parameters: {};
    /**
     * List the tone packs visible to the caller, newest first
     * @description Without a scope, the answer is an overview: the newest own, shared, public and purchased packs, and the active pack. With a scope, it is a page of that scope. A pack may be in several scopes.
     */
    get: operations["listTonePacks"];
    /** Create a tone pack without images */
    post: operations["createTonePack"];
  };
  "/api/tone-packs/{id}": {
    parameters: {};
    /**
     * Get a tone pack
     * @description Contains all images for callers who may use the pack; others see a public pack with up to three images as `preview`. While images are being generated, the finished ones are included.
     */
    get: operations["getTonePack"];
    /**
     * Update a tone pack
     * @description Changes the given fields only; allowed for the owner. Purchasers keep the pack when its price changes.
     */
    put: operations["updateTonePack"];
    /**
     * Delete a tone pack
     * @description Deletes its images too. A pack that was purchased remains available to its purchasers only.
     */
    delete: operations["deleteTonePack"];
  };
  "/api/tone-packs/{id}/generate-images": {
    parameters: {};
    /**
     * Generate images for tones of a pack
     * @description Images are PNG, 1024 x 1024. The service generates several at a time and adds each to the pack at once. A tone with an image keeps it at no cost; delete the image first to generate another one. A tone of another running request is skipped. `errors` names the failed tones; repeat the request with another `Idempotency-Key` to retry them. Takes up to 140 seconds. Each generated image counts as an AI call.
     */
    post: operations["generateToneImages"];
  };
  "/api/tone-packs/{id}/images": {
    parameters: {};
    /**
     * Upload the image of a tone
     * @description The file is PNG, JPEG or WebP, 1024 x 1024 pixels, at most 5 MB; its type is determined from its bytes, and its metadata is removed. It replaces an existing image, whose file is deleted.
     */
    post: operations["uploadToneImage"];
  };
  "/api/tone-packs/{id}/images/{tone}": {
    parameters: {};
    /**
     * Delete the image of a tone
     * @description Deletes the file too. Images of a purchased pack can be replaced, but not deleted.
     */
    delete: operations["deleteToneImage"];
  };
  "/api/tone-packs/{id}/share": {
    parameters: {};
    /**
     * Share a tone pack with a user
     * @description The user with the given e-mail address may use the pack, also after a later sign-up. The answer does not reveal whether a user has the address, and a repeated share has no effect.
     */
    post: operations["shareTonePack"];
  };
  "/api/tone-packs/{id}/share/{userId}": {
    parameters: {};
    /**
     * Stop sharing a tone pack with a user
     * @description Allowed for the owner and for the user. `userId` is the user's id, or the id of a share. When it is a user's id, a share by e-mail address remains in the owner's list, because its removal would reveal whose address it is; the user loses access nevertheless.
     */
    delete: operations["unshareTonePack"];
  };
  "/api/tone-packs/{id}/purchase": {
    parameters: {};
    /**
     * Purchase a public tone pack with drops
     * @description Charges the current price. With `expected_price`, refuses when the owner has changed the price meanwhile; the message contains the price now. The caller may then use the pack permanently, even after its owner deletes it. The owner earns no drops.
     */
    post: operations["purchaseTonePack"];
  };
  "/api/tone-packs/{id}/activate": {
    parameters: {};
    /**
     * Activate or deactivate a tone pack
     * @description The entries that the caller reads show images of the active pack, which is stored as the preference `active_tone_pack_id`. With `active` false, no pack is active. A pack that the caller may no longer use shows no images.
     */
    post: operations["activateTonePack"];
  };
  "/api/chat/settings": {
    parameters: {};
    /** Get the caller's settings of the assistant */
    get: operations["getChatSettings"];
    /**
     * Update the caller's settings of the assistant
     * @description Changes the given fields only.
     */
    put: operations["updateChatSettings"];
  };
  "/api/chat/analyses": {
    parameters: {};
    /**
     * List the analyses of the caller's entries, latest first
     * @description A job makes an analysis each day (UTC) for users who let the assistant read their entries and have written in the last seven days.
     */
    get: operations["listNoteAnalyses"];
    /**
     * Analyze the caller's entries of the last seven days now
     * @description Makes the day's (UTC) analysis without waiting for the job. Takes up to 30 seconds. Counts as one of 60 AI calls per hour.
     */
    post: operations["createNoteAnalysis"];
    /** Delete all analyses of the caller's entries */
    delete: operations["deleteNoteAnalyses"];
  };
  "/api/chat/analyses/{id}": {
    parameters: {};
    /** Delete an analysis of the caller's entries */
    delete: operations["deleteNoteAnalysis"];
  };
  "/api/chat/messages": {
    parameters: {};
    /** List the caller's conversation with the assistant, newest first */
    get: operations["listChatMessages"];
    /**
     * Send a message to the assistant and stream its answer
     * @description Answers with server-sent events: `data: {"delta": "..."}` for each piece of the text, and at the end `data: {"done": true, "message": {...}}` with the stored message, or `data: {"error": "...", "code": "..."}` when the answer breaks off. What came until then is kept, with `incomplete` true; so it is when the client closes the connection, which stops the answer. A request that fails before the first piece has an ordinary refusal, and its message is not kept. The assistant knows the latest messages and, while `read_notes_enabled` is true, the caller's latest entries, their latest analysis and open goals; it may also look up entries, goals, streaks and insights of the caller, which an event `{"tool": "search_entries"}` tells: at most 6 times for an answer. The answer marks its sentences with the entries that they stand on, such as `[1]`, and `sources` lists these entries. A repeated `Idempotency-Key` gets the stored answer as one piece. 30 messages per hour.
     */
    post: operations["sendChatMessage"];
    /**
     * Delete the caller's conversation with the assistant
     * @description Deletes all messages; an answer that is being written ends and is not stored.
     */
    delete: operations["deleteChatMessages"];
  };
  "/api/chat/cron/analyze-notes": {
    parameters: {};
    /**
     * Run the job that analyzes everybody's recent entries
     * @description Analyzes each user with `read_notes_enabled` who has entries of the last seven days and no analysis today (UTC). The next runs try `failed` users again, three times a day in all. A run stops after 100 s; `remaining` users are left for the next call.
     */
    post: operations["analyzeNotes"];
  };
  "/api/lab/calculators": {
    parameters: {};
    /**
     * List the calculators
     * @description Each with its inputs, their ranges and units, its outputs with their formulas in words, and the objective of its grid search.
     */
    get: operations["listCalculators"];
  };
  "/api/lab/calculators/{calculator}": {
    parameters: {};
    /**
     * Evaluate a calculator
     * @description An input that is not sent takes its default. An input that is unknown or out of range, and a combination for which the formulas are not valid, is refused. With `along`, the answer has the outputs at other values of one input too, to draw a curve of them.
     */
    post: operations["evaluateCalculator"];
  };
  "/api/lab/optimize": {
    parameters: {};
    /**
     * Search a grid of inputs for the best combinations
     * @description Evaluates every combination, at most 50,000, and ranks them by the calculator's objective. Equal combinations rank by the order of their inputs. An input without a range takes the calculator's own. `skipped` counts combinations for which the formulas are not valid. 10 requests a minute for each address.
     */
    post: operations["optimize"];
  };
  "/api/lab/templates": {
    parameters: {};
    /**
     * List templates with their authors
     * @description Everyone signed in sees public templates; authors also see their own. A template suits a `grade_band` if its `min_grade_band` is that band or a lower one.
     */
    get: operations["listTemplates"];
  };
  "/api/lab/templates/{id}": {
    parameters: {};
    /** Get a template with its approved videos, its convergence and the caller's replications */
    get: operations["getTemplate"];
  };
  "/api/lab/templates/{id}/clone": {
    parameters: {};
    /**
     * Clone a template
     * @description Creates a dream of the caller with the template's texts and open steps, 100 times in 24 hours. A classroom account clones templates that are `classroom_safe`, or `with_supervision` when it sends `supervised: true`.
     */
    post: operations["cloneTemplate"];
  };
  "/api/lab/templates/{templateId}/golden-spec": {
    parameters: {};
    /**
     * Store the predictions of a template
     * @description Replications are compared with these outputs. Another spec is the next `spec_version`: convergence starts anew, earlier replications stay with their version, and everybody may replicate once more. `optimal_inputs` are inputs of the calculator.
     */
    post: operations["setGoldenSpec"];
  };
  "/api/lab/admin/templates": {
    parameters: {};
    /**
     * Make a dream a template
     * @description The dream keeps its id; from then on only super admins change it. For a template it changes `is_public`.
     */
    post: operations["makeTemplate"];
  };
  "/api/lab/admin/templates/{id}/promote-to-classroom": {
    parameters: {};
    /**
     * Open a template to classroom accounts
     * @description The safety level becomes `classroom_safe`, or `with_supervision` when asked for. Super admins may also change `safety_level` and `min_grade_band` in the table `dreams`.
     */
    post: operations["promoteTemplate"];
  };
  "/api/lab/admin/templates/{id}/demote": {
    parameters: {};
    /**
     * Close a template to classroom accounts
     * @description The safety level becomes `adult_only`. Clones and progress reports stay.
     */
    post: operations["demoteTemplate"];
  };
  "/api/lab/dreams": {
    parameters: {};
    /** List the caller's dreams, newest first */
    get: operations["listDreams"];
    /** Create a dream */
    post: operations["createDream"];
  };
  "/api/lab/dreams/{id}": {
    parameters: {};
    /** Get a dream that the caller sees, with its author */
    get: operations["getDream"];
    /**
     * Update a dream
     * @description Changes the given fields only; `steps` replaces all steps. The author changes a dream, super admins change a template.
     */
    put: operations["updateDream"];
    /**
     * Delete a dream with its reports and replications
     * @description The author deletes a dream, super admins delete a template; clones stay.
     */
    delete: operations["deleteDream"];
  };
  "/api/lab/dreams/{id}/complete": {
    parameters: {};
    /**
     * Complete a dream
     * @description Sets `completed_at`. The completion of a clone also counts for its template.
     */
    post: operations["completeDream"];
  };
  "/api/lab/dreams/{id}/builds": {
    parameters: {};
    /**
     * Record that the caller has built a dream
     * @description For any dream that the caller sees, once for each user. The build of a clone also counts for its template.
     */
    post: operations["recordBuild"];
  };
  "/api/lab/progress-reports": {
    parameters: {};
    /** List the caller's progress reports, newest first */
    get: operations["listProgressReports"];
  };
  "/api/lab/dreams/{id}/progress-reports": {
    parameters: {};
    /**
     * Report on the progress of the caller's dream
     * @description Reports stay when the template of the dream is closed to classrooms.
     */
    post: operations["createProgressReport"];
  };
  "/api/lab/dreams/{id}/replications": {
    parameters: {};
    /**
     * Record measured values of the caller
     * @description Of a template, or of a clone, which counts for its template; once for each user and version of the golden spec. Measure every predicted label and no other. The replication confirms when all values lie within 5 % of the prediction, otherwise it refutes. A value is an anomaly when it lies more than 2 standard deviations from the mean of at least five earlier values.
     */
    post: operations["createReplication"];
  };
  "/api/lab/dreams/{id}/convergence": {
    parameters: {};
    /**
     * Get how far replications agree with the prediction
     * @description Of a template, or of the template of a clone, for the present golden spec.
     */
    get: operations["getConvergence"];
  };
  "/api/lab/templates/{id}/videos": {
    parameters: {};
    /**
     * Submit a video about a template
     * @description It is shown once a super admin has approved it. At most 20 submissions of videos and opportunities a day.
     */
    post: operations["submitVideo"];
  };
  "/api/lab/admin/videos/pending": {
    parameters: {};
    /** List videos that wait for a decision, newest first */
    get: operations["listPendingVideos"];
  };
  "/api/lab/admin/videos/{id}/approve": {
    parameters: {};
    /**
     * Approve a pending video
     * @description The video is shown from now on.
     */
    post: operations["approveVideo"];
  };
  "/api/lab/admin/videos/{id}/decline": {
    parameters: {};
    /**
     * Decline a pending video
     * @description Nobody is notified.
     */
    post: operations["declineVideo"];
  };
  "/api/lab/admin/videos/{id}/featured": {
    parameters: {};
    /**
     * Feature an approved video, or end that
     * @description Featured videos come first.
     */
    put: operations["featureVideo"];
  };
  "/api/lab/competitions": {
    parameters: {};
    /** List competitions with the caller's entries, newest first */
    get: operations["listCompetitions"];
  };
  "/api/lab/competitions/{id}/entries": {
    parameters: {};
    /**
     * Enter one of the caller's dreams into a competition
     * @description One entry for each user. Its score counts acts of other users on the dream and its clones between `starts_at` and `ends_at`.
     */
    post: operations["enterCompetition"];
  };
  "/api/lab/competitions/{id}/leaderboard": {
    parameters: {};
    /**
     * List the scores of a competition, the highest first
     * @description As last computed, at `last_scored_at`; a job does so every day at 06:00 UTC. It stays readable when the competition has begun and is inactive.
     */
    get: operations["getCompetitionLeaderboard"];
  };
  "/api/lab/admin/competitions": {
    parameters: {};
    /** Create a competition */
    post: operations["createCompetition"];
  };
  "/api/lab/admin/competitions/{id}": {
    parameters: {};
    /**
     * Update a competition
     * @description Changes the given fields only; `scoring_config` replaces all weights.
     */
    put: operations["updateCompetition"];
  };
  "/api/lab/outreach": {
    parameters: {};
    /**
     * Send a message to an entrant of a competition
     * @description The next weekly digest delivers it, and no side learns the other's address. Past 20 messages in 24 hours, or 5 to one recipient, the answer is 429.
     */
    post: operations["sendRelayMessage"];
  };
  "/api/lab/kit-waitlist": {
    parameters: {};
    /**
     * Join the waitlist of the kit
     * @description The answer is the same for an address on the list.
     */
    post: operations["joinKitWaitlist"];
  };
  "/api/lab/cron/process-step-prompts": {
    parameters: {};
    /**
     * Run the job that prompts users for the next step of a dream
     * @description Prompts users with an unfinished dream of at least 3 days, once in 3 days. `total` counts users with such a dream, `skipped` users with a prompt of the last 3 days.
     */
    post: operations["processStepPrompts"];
  };
  "/api/lab/sponsors": {
    parameters: {};
    /** List approved sponsors, newest first */
    get: operations["listSponsors"];
    /**
     * Apply as a sponsor
     * @description The sponsor is listed once a super admin has approved it. Name and address of the contact are shown to super admins only. 5 applications an hour for each address.
     */
    post: operations["applyAsSponsor"];
  };
  "/api/lab/admin/sponsors/pending": {
    parameters: {};
    /** List applications of sponsors that wait for a decision, newest first */
    get: operations["listPendingSponsors"];
  };
  "/api/lab/admin/sponsors/{id}/approve": {
    parameters: {};
    /**
     * Approve a pending sponsor
     * @description The sponsor is shown from now on.
     */
    post: operations["approveSponsor"];
  };
  "/api/lab/admin/sponsors/{id}/decline": {
    parameters: {};
    /**
     * Decline a pending sponsor
     * @description Nobody is notified.
     */
    post: operations["declineSponsor"];
  };
  "/api/lab/opportunities": {
    parameters: {};
    /** List approved opportunities, newest first */
    get: operations["listOpportunities"];
    /**
     * Submit an opportunity
     * @description It is listed once a super admin has approved it. At most 20 submissions of videos and opportunities a day.
     */
    post: operations["submitOpportunity"];
  };
  "/api/lab/admin/opportunities/pending": {
    parameters: {};
    /** List opportunities that wait for a decision, newest first */
    get: operations["listPendingOpportunities"];
  };
  "/api/lab/admin/opportunities/{id}/approve": {
    parameters: {};
    /**
     * Approve a pending opportunity
     * @description The opportunity is shown from now on.
     */
    post: operations["approveOpportunity"];
  };
  "/api/lab/admin/opportunities/{id}/decline": {
    parameters: {};
    /**
     * Decline a pending opportunity
     * @description Nobody is notified.
     */
    post: operations["declineOpportunity"];
  };
  "/api/cron/lab/recompute-competitions": {
    parameters: {};
    /**
     * Run the job that computes the leaderboards
     * @description Computes every active competition that takes entries, one after the other, beginning with the oldest leaderboard. Calls at the same time share the competitions. `remaining` competitions, including the `failed` ones, are left for the next call, which goes on with them; after a call that leaves none, the next one computes all anew.
     */
    post: operations["recomputeCompetitions"];
  };
  "/api/cron/lab/sponsor-outreach-digest": {
    parameters: {};
    /**
     * Run the job that delivers messages to entrants of competitions
     * @description Runs once a week and delivers the messages from before the week's first run, in one notification and one mail for each recipient; later messages wait for the next week. The counts are numbers of messages. A message is `skipped` when one of the two is blocked meanwhile, or the recipient has blocked the sender.
     */
    post: operations["deliverOutreachDigest"];
  };
  "/api/mcp": {
    parameters: {};
    /**
     * Send a message of the Model Context Protocol
     * @description The Streamable HTTP transport, without sessions and streams, one message a request: `server/discover` of the revision 2026-07-28, `initialize` and `ping` of those before, and the methods of tools, resources and prompts. A personal token finds the tools, prompts and entries for which it has the scopes. The refusal of a tool is a result with `isError`, whose text is the usual body of a refusal.
     */
    post: operations["postMcpMessage"];
  };
  "/api/mcp/.well-known/oauth-protected-resource": {
    parameters: {};
    /**
     * Get how clients of the Model Context Protocol sign in
     * @description The metadata of RFC 9728, with the scopes of the tools. Each of the two addresses of the server names itself.
     */
    get: operations["getMcpResource"];
  };
  "/api/oauth/requests/{id}": {
    parameters: {};
    /**
     * Open the request of a program
     * @description From then on the request is the caller's alone. Reads the document of the program where its id is an address. Nobody has checked what a program calls itself.
     */
    get: operations["getOauthRequest"];
  };
  "/api/oauth/requests/{id}/approve": {
    parameters: {};
    /**
     * Let a program in
     * @description With some of the scopes that it asks for. One request is decided once.
     */
    post: operations["approveOauthRequest"];
  };
  "/api/oauth/requests/{id}/deny": {
    parameters: {};
    /**
     * Do not let a program in
     * @description Also the way back from a request that cannot be approved.
     */
    post: operations["denyOauthRequest"];
  };
  "/api/.well-known/oauth-protected-resource": {
    parameters: {};
    /**
     * Get how programs sign in for the API
     * @description The metadata of RFC 9728.
     */
    get: operations["getApiResource"];
  };
  "/api/feature-flags": {
    parameters: {};
    /**
     * List the feature flags that are enabled for the caller
     * @description Contains the key of every flag that is enabled for everyone, for a share of users that includes the caller, or for the caller individually. All other flags are disabled.
     */
    get: operations["listMyFeatureFlags"];
  };
  "/api/client-errors": {
    parameters: {};
    /**
     * Write an error of the web app into the log
     * @description The log gets the message and the places of the stack, without quoted texts, addresses of mail, ids and query strings. The app sends a share of its errors, each message once while the page is open. 10 requests a minute for each address.
     */
    post: operations["reportClientError"];
  };
  "/api/metrics": {
    parameters: {};
    /**
     * Get the figures of the service for Prometheus
     * @description Requests by route, status and latency since the beginning; the lag of jobs; what waits; the cost of AI. `docs/observing.md` explains each figure. Answers within three seconds: `journal_metrics_missing` names each figure that a lock or a slow database hides, and `database` where there is none.
     */
    get: operations["getMetrics"];
  };
  "/api/admin/users": {
    parameters: {};
    /** List users with balance and token usage, newest first */
    get: operations["listUsers"];
  };
  "/api/admin/users/{id}": {
    parameters: {};
    /** Get a user with balance and token usage */
    get: operations["getUser"];
    /**
     * Delete the account and the personal data of a user
     * @description Does what `DELETE /user/account` does. The audit log keeps the reason. The erasure is remembered: a restored backup does not bring the user back.
     */
    delete: operations["deleteUser"];
  };
  "/api/admin/users/{id}/role": {
    parameters: {};
    /**
     * Set the role of a user
     * @description A promotion takes effect with the user's next access token. A demotion takes effect immediately: the user's sessions and impersonations end, and their access tokens are refused (401 `session_ended`).
     */
    put: operations["setUserRole"];
  };
  "/api/admin/users/{id}/status": {
    parameters: {};
    /**
     * Block or unblock a user
     * @description Every request of a blocked user is refused immediately, also with existing tokens. A block ends the user's sessions: once unblocked, the user signs in again. Password, e-mail address and phone of a blocked user cannot change.
     */
    put: operations["setUserStatus"];
  };
  "/api/admin/users/{id}/classroom": {
    parameters: {};
    /**
     * Mark or unmark an account as a classroom account
     * @description A classroom account can clone only templates that are safe for classrooms.
     */
    put: operations["setUserClassroom"];
  };
  "/api/admin/users/{id}/ledger": {
    parameters: {};
    /**
     * List the movements of a user's drops, newest first
     * @description Also of a deleted user: the ledger keeps the entries with the bare id.
     */
    get: operations["listLedgerEntries"];
  };
  "/api/admin/users/{id}/drops": {
    parameters: {};
    /**
     * Adjust the drops of a user
     * @description The user's history shows the reason. With an `Idempotency-Key`, a repeated request posts the adjustment only once.
     */
    post: operations["adjustDrops"];
  };
  "/api/admin/audit-log": {
    parameters: {};
    /** List administrative acts, newest first */
    get: operations["listAuditedActs"];
  };
  "/api/admin/users/{id}/impersonate": {
    parameters: {};
    /**
     * Issue a link for acting as a user
     * @description The link opens a page of the web application at `SITE_URL`, which redeems its code: once, within 10 minutes. No e-mail is sent, and the user's password does not change. Super admins, blocked users and the caller cannot be impersonated. The audit log records issue, redemption and end.
     */
    post: operations["impersonateUser"];
  };
  "/api/admin/impersonations": {
    parameters: {};
    /** List impersonations, newest first */
    get: operations["listImpersonations"];
  };
  "/api/admin/conversion/rates": {
    parameters: {};
    /** List the tokens-to-drops rates, newest first */
    get: operations["listConversionRates"];
    /**
     * Set the tokens-to-drops rate
     * @description The rate applies immediately. Earlier rates stay in the list.
     */
    post: operations["setConversionRate"];
  };
  "/api/admin/organizations": {
    parameters: {};
    /**
     * List all organizations with their teams, newest first
     * @description To change them, super admins use the same routes as owners and team admins.
     */
    get: operations["listOrganizationsAndTeams"];
  };
  "/api/admin/feature-flags": {
    parameters: {};
    /** List all feature flags, by key */
    get: operations["listFeatureFlags"];
  };
  "/api/admin/feature-flags/{key}": {
    parameters: {};
    /**
     * Create or update a feature flag
     * @description Changes the given fields only; a new flag is disabled by default. A flag is enabled for a user when `enabled`, `percentage` or `user_ids` includes the user.
     */
    put: operations["setFeatureFlag"];
    /**
     * Delete a feature flag
     * @description The flag is off for everyone from then on.
     */
    delete: operations["deleteFeatureFlag"];
  };
  "/api/admin/roadmap": {
    parameters: {};
    /** List roadmap tasks, newest first */
    get: operations["listRoadmapTasks"];
    /** Create a roadmap task */
    post: operations["createRoadmapTask"];
  };
  "/api/admin/roadmap/{id}": {
    parameters: {};
    /**
     * Update a roadmap task
     * @description Changes the given fields only.
     */
    put: operations["updateRoadmapTask"];
    /** Delete a roadmap task */
    delete: operations["deleteRoadmapTask"];
  };
  "/api/admin/settings": {
    parameters: {};
    /**
     * List site settings and the configuration of AI
     * @description Sixteen settings. Clients without a signed-in user read `signups_open`, `maintenance_message`, `support_email` and `default_theme` from the table `site_settings`.
     */
    get: operations["listSettings"];
  };
  "/api/admin/settings/{key}": {
    parameters: {};
    /**
     * Update a setting
     * @description With `signups_open` false, sign-ups and invitations are refused immediately; accounts can still be created with the secret key.
     */
    put: operations["setSetting"];
  };
  "/api/admin/prompts": {
    parameters: {};
    /** List the prompts, newest first */
    get: operations["listPrompts"];
    /**
     * Create a prompt
     * @description Users get it from their next day on.
     */
    post: operations["createPrompt"];
  };
  "/api/admin/prompts/{id}": {
    parameters: {};
    /**
     * Update a prompt
     * @description Changes the given fields only. An activated prompt is shown from the next day of each user on; a deactivated prompt is not shown any more.
     */
    put: operations["updatePrompt"];
    /** Delete a prompt */
    delete: operations["deletePrompt"];
  };
  "/api/admin/reports": {
    parameters: {};
    /**
     * List the reports, newest first
     * @description A resolved report is deleted after 90 days.
     */
    get: operations["listReports"];
  };
  "/api/admin/reports/{id}/resolve": {
    parameters: {};
    /**
     * End a report
     * @description `removed` deletes the entry, the comment, the message or the drop; `blocked` blocks its author, or the reported user. Recorded in the audit log.
     */
    post: operations["resolveReport"];
  };
  "/api/admin/imports": {
    parameters: {};
    /**
     * Import journal entries for a user
     * @description The file is a JSON array of entries (or an object with such an array as `entries`), or CSV with the names of the columns in its first line; up to 25 MB and 10,000 rows. Each row requires `title` (1 to 200 characters) and `content`; `mood`, `tags` (in CSV separated by commas or semicolons) and `created_at` (ISO 8601, in UTC without an offset) are optional. Only the owner sees the entries. The answer comes when all rows are stored; the service creates the entries afterwards and reports invalid rows by number. The same or a corrected file again adds only missing entries.
     */
    post: operations["createImport"];
  };
  "/api/admin/imports/{id}": {
    parameters: {};
    /** Get the state of an import */
    get: operations["getImport"];
  };
  "/api/admin/kit-waitlist": {
    parameters: {};
    /** List the kit's waitlist, newest first, with the decision gate */
    get: operations["listKitWaitlist"];
  };
  "/api/admin/health": {
    parameters: {};
    /**
     * Get the state of the service
     * @description Answers within 3 seconds. The status is `degraded` when something is `missing`: its fields are null or empty. A latency above 500 ms is a warning.
     */
    get: operations["getAdminHealth"];
  };
  "/api/openapi.json": {
    parameters: {};
    /** Get the OpenAPI document of the service */
    get: operations["getOpenApiDocument"];
  };
}
export interface webhooks {
  change: {
    parameters: {};
    /**
     * An object of the user has changed or was deleted
     * @description `data.id` is its id; fetch the object.
     */
    post: operations["onChange"];
  };
  notification: {
    parameters: {};
    /**
     * The user has a new notification
     * @description `data.id` is its id, `data.type` its type.
     */
    post: operations["onNotification"];
  };
  ping: {
    parameters: {};
    /**
     * The user has asked for a test
     * @description `data.id` is the id of the webhook.
     */
    post: operations["onPing"];
  };
  overflow: {
    parameters: {};
    /**
     * Too much has changed: fetch `GET /sync`
     * @description `data.id` is the id of the webhook.
     */
    post: operations["onOverflow"];
  };
}
export interface components {
  schemas: {
    WebhookChange: {
      /**
       * Format: uuid
       * @description It does not change between tries; also the header `webhook-id`.
       */
      id: string;
      /** @enum {string} */
      type:
        | "journal_entry.changed"
        | "journal_entry.deleted"
        | "notebook.changed"
        | "notebook.deleted"
        | "goal.changed"
        | "goal.deleted"
        | "goal_check_in.changed"
        | "goal_check_in.deleted"
        | "streak.changed"
        | "streak.deleted"
        | "satisfaction_entry.changed"
        | "satisfaction_entry.deleted"
        | "action_note.changed"
        | "action_note.deleted"
        | "sleep_entry.changed"
        | "sleep_entry.deleted"
        | "reminder.changed"
        | "reminder.deleted"
        | "share_link.changed"
        | "share_link.deleted"
        | "attachment.changed"
        | "attachment.deleted"
        | "entry_template.changed"
        | "entry_template.deleted"
        | "profile.changed";
      /** Format: date-time */
      created_at: string;
      data: {
        /** Format: uuid */
        id: string;
      };
    };
    WebhookNotification: {
      /**
       * Format: uuid
       * @description It does not change between tries; also the header `webhook-id`.
       */
      id: string;
      /** @enum {string} */
      type: "notification.created";
      /** Format: date-time */
      created_at: string;
      data: {
        /** Format: uuid */
        id: string;
        type: components["schemas"]["NotificationType"];
      };
    };
    /** @enum {string} */
    NotificationType:
      | "baton_pass"
      | "window_reminder"
      | "chain_broken"
      | "chain_updated"
      | "battle_update"
      | "battle_result"
      | "team_message"
      | "drop_received"
      | "drop_thanked"
      | "badge_reached"
      | "mention"
      | "step_prompt"
      | "assistant_note"
      | "organization_joined"
      | "organization_invitation"
      | "organization_handed_over"
      | "relay_message"
      | "comment"
      | "reaction"
      | "reminder"
      | "streak_milestone"
      | "token_created"
      | "token_expires"
      | "grant_created"
      | "sealed_device"
      | "weekly_review"
      | "friend_entry"
      | "friend_joined"
      | "pair_streak_invited"
      | "pair_streak_milestone"
      | "pair_streak_waiting"
      | "webhook_disabled";
    WebhookPing: {
      /**
       * Format: uuid
       * @description It does not change between tries; also the header `webhook-id`.
       */
      id: string;
      /** @enum {string} */
      type: "ping";
      /** Format: date-time */
      created_at: string;
      data: {
        /** Format: uuid */
        id: string;
      };
    };
    WebhookOverflow: {
      /**
       * Format: uuid
       * @description It does not change between tries; also the header `webhook-id`.
       */
      id: string;
      /** @enum {string} */
      type: "overflow";
      /** Format: date-time */
      created_at: string;
      data: {
        /** Format: uuid */
        id: string;
      };
    };
    /** @description Why the request was refused. */
    ErrorBody: {
      /** @description For people. A message about one field begins with the field's name. */
      error: string;
      code: components["schemas"]["ErrorCode"];
      /** @description The faults of the input, by field. */
      fields?: components["schemas"]["FieldError"][];
      /** @description Below `/oauth/` alone, where `error` is the code: the message for people (RFC 6749). */
      error_description?: string;
    };
    /**
     * @description For programs: stable. Later versions may add codes; treat an unknown one by the status of the answer.
     * @enum {string}
     */
    ErrorCode:
      | "bad_request"
      | "unauthorized"
      | "not_enough_drops"
      | "forbidden"
      | "not_found"
      | "method_not_allowed"
      | "conflict"
      | "gone"
      | "too_large"
      | "unsupported_media_type"
      | "version_needed"
      | "rate_limited"
      | "internal_error"
      | "unavailable"
      | "daily_quota_reached"
      | "no_drops_left"
      | "no_custom_drops_left"
      | "invalid_input"
      | "unknown_parameter"
      | "content_declined"
      | "too_long"
      | "no_workout_window"
      | "idempotency_key_reused"
      | "idempotency_in_progress"
      | "not_configured"
      | "chat_disabled"
      | "ai_limit_reached"
      | "session_ended"
      | "account_deleted"
      | "account_blocked"
      | "account_leaving"
      | "impersonated"
      | "token_refused"
      | "scope_missing"
      | "sign_in_again"
      | "read_only"
      | "email_not_confirmed"
      | "subscription_needed"
      | "invalid_code"
      | "passphrase_needed"
      | "already_exists"
      | "id_taken"
      | "handle_taken"
      | "already_member"
      | "already_invited"
      | "already_owner"
      | "already_shared"
      | "already_purchased"
      | "already_awarded"
      | "already_subscribed"
      | "already_generating"
      | "already_checked_in"
      | "import_running"
      | "quota_reached"
      | "storage_full"
      | "invitation_needed"
      | "invitation_ended"
      | "owner_must_transfer"
      | "admin_must_be_replaced"
      | "owns_organizations"
      | "last_super_admin"
      | "own_tone_pack"
      | "tone_pack_free"
      | "tone_pack_sold"
      | "not_for_sale"
      | "price_changed"
      | "freezes_full"
      | "content_changed"
      | "cursor_expired"
      | "link_gone"
      | "deleted"
      | "changed_meanwhile"
      | "address_suppressed"
      | "music_disconnected"
      | "webhook_disabled"
      | "already_completed"
      | "already_promoted"
      | "already_demoted"
      | "not_public"
      | "not_shared"
      | "no_sender"
      | "shared"
      | "already_replicated"
      | "nothing_predicted"
      | "already_decided"
      | "not_approved"
      | "already_entered"
      | "entries_closed"
      | "chat_busy"
      | "wrong_statement"
      | "exists"
      | "no_account"
      | "not_a_member"
      | "last_slot"
      | "log_moved"
      | "rotation_due"
      | "closed"
      | "epoch_old"
      | "sealed"
      | "has_attachments"
      | "has_comments"
      | "not_empty"
      | "invalid_request"
      | "invalid_client"
      | "invalid_client_metadata"
      | "invalid_redirect_uri"
      | "invalid_scope"
      | "invalid_target"
      | "invalid_grant"
      | "unsupported_grant_type"
      | "unsupported_response_type";
    FieldError: {
      /** @description The field's name, dotted where it is nested (`tags.3`); empty for the body as a whole. */
      path: string;
      code: components["schemas"]["FieldErrorCode"];
      /** @description For people, without the field's name. */
      message: string;
    };
    /** @enum {string} */
    FieldErrorCode:
      | "required"
      | "wrong_type"
      | "wrong_format"
      | "unknown_value"
      | "too_short"
      | "too_long"
      | "too_few"
      | "too_many"
      | "too_small"
      | "too_large"
      | "unknown_parameter"
      | "not_a_member"
      | "invalid_value";
    /** @enum {string} */
    UserRole: "user" | "super_admin";
    /** @enum {string} */
    OrgRole: "owner" | "admin" | "member";
    /** @enum {string} */
    QueryFlag: "true" | "false";
    AuthorizationServer: {
      issuer: string;
      authorization_endpoint: string;
      token_endpoint: string;
      revocation_endpoint: string;
      registration_endpoint: string;
      jwks_uri: string;
      scopes_supported: components["schemas"]["Scope"][];
      response_types_supported: string[];
      response_modes_supported: string[];
      grant_types_supported: string[];
      token_endpoint_auth_methods_supported: string[];
      revocation_endpoint_auth_methods_supported: string[];
      code_challenge_methods_supported: string[];
      /** @enum {boolean} */
      client_id_metadata_document_supported: true;
      /** @enum {boolean} */
      authorization_response_iss_parameter_supported: true;
      subject_types_supported: string[];
      id_token_signing_alg_values_supported: string[];
    };
    /**
     * @description A permission of a personal token: `read` allows the operations with GET, `write` also all others.
     * @enum {string}
     */
    Scope:
      | "journal:read"
      | "journal:write"
      | "goals:read"
      | "goals:write"
      | "people:read"
      | "people:write"
      | "window:read"
      | "window:write"
      | "account:read";
    OauthTokens: {
      access_token: string;
      /** @enum {string} */
      token_type: "Bearer";
      /** @description Seconds. */
      expires_in: number;
      refresh_token: string;
      scope: string;
    };
    OauthClient: {
      client_id: string;
      /** @description Unix time. */
      client_id_issued_at: number;
      client_name: string;
      redirect_uris: string[];
      /** @enum {string} */
      token_endpoint_auth_method: "none";
      grant_types: string[];
      response_types: string[];
    };
    VerifiedUser: {
      /** Format: uuid */
      id: string;
      /** @description The address in the token; empty for a user without an e-mail address. */
      email: string;
    };
    ImpersonatedSession: {
      access_token: string;
      refresh_token: string;
      token_type: string;
      /** @description Lifetime in seconds. */
      expires_in: number;
      /** @description Time in seconds since 1970. */
      expires_at: number;
      user: {
        /** Format: uuid */
        id: string;
        email: string;
      };
    };
    Message: {
      message: string;
    };
    Profile: {
      /**
       * Format: uuid
       * @description The user's id.
       */
      id: string;
      /** @description The name for mentions, unique ignoring case. Names that speak for the service, such as `admin` and `support`, and names that look like them are reserved. */
      handle: string;
      full_name: string | null;
      /** Format: uri */
      avatar_url: string | null;
      preferences: components["schemas"]["Preferences"];
      role: components["schemas"]["UserRole"] & unknown;
      /** @description The current balance of drops. */
      drops_balance: number;
      /** @description True for a synthetic user. */
      is_ai: boolean;
      /** @description False for a blocked user. */
      is_active: boolean;
      /** @description True for a classroom account. */
      is_classroom: boolean;
      /** @description True when the assistant may read the entries. */
      read_notes_enabled: boolean;
      /** @description True when the assistant may check in with the user. */
      check_in_enabled: boolean;
      /** @description True when the service may send the user's entries to the AI provider to find their moods. False stops that at once; the provider then gets a text only when the user asks for it. */
      mood_analysis_enabled: boolean;
      /** @description A name of the IANA database: `UTC` or `Area/Location`. */
      timezone: string;
      language: components["schemas"]["Language"];
      /** @description A mail from the account's own address to this secret one becomes a journal entry. Null when the service receives no mails, and for a super admin acting as the user. */
      journal_email: string | null;
      /** @description Users who can send the user no drops and are not matched with the user in chains. */
      blocked_user_ids: string[];
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description Settings of clients, at most 16 kB. Other keys are stored unchanged. */
    Preferences: {
      theme?: string;
      /** @description False turns off pushes to devices. */
      notifications?: boolean;
      /** @description False turns off pushes of a type. */
      notification_types?: {
        baton_pass?: boolean;
        window_reminder?: boolean;
        chain_broken?: boolean;
        chain_updated?: boolean;
        battle_update?: boolean;
        battle_result?: boolean;
        team_message?: boolean;
        drop_received?: boolean;
        drop_thanked?: boolean;
        badge_reached?: boolean;
        mention?: boolean;
        step_prompt?: boolean;
        assistant_note?: boolean;
        organization_joined?: boolean;
        organization_invitation?: boolean;
        organization_handed_over?: boolean;
        relay_message?: boolean;
        comment?: boolean;
        reaction?: boolean;
        reminder?: boolean;
        streak_milestone?: boolean;
        token_created?: boolean;
        token_expires?: boolean;
        grant_created?: boolean;
        sealed_device?: boolean;
        weekly_review?: boolean;
        friend_entry?: boolean;
        friend_joined?: boolean;
        pair_streak_invited?: boolean;
        pair_streak_milestone?: boolean;
        pair_streak_waiting?: boolean;
        webhook_disabled?: boolean;
      };
      /** @description Whether the public mosaics of workout windows show the user's photos. Default false: they show initials. */
      mosaic_photo?: boolean;
      /** @description True sends the weekly review as a notification. Default false. */
      weekly_review?: boolean;
      /** @description True sends the weekly review by mail. Default false. */
      weekly_review_mail?: boolean;
      /** @description Whether friends see that the user is done today (`done_today`). Default true; false also ends the streaks that the user keeps with friends. */
      friend_done?: boolean;
      /** @description False stops the notifications of friends' entries. Default true. */
      friend_entries?: boolean;
      /** @description False hides the card with helplines below texts that speak of danger to oneself. Clients find such texts on the device; default true. */
      care_card?: boolean;
      /**
       * Format: uuid
       * @description The tone pack whose images are shown; null for none, and for a pack that the caller may no longer use.
       */
      active_tone_pack_id?: string | null;
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    Language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pt";
    /** @description Settings of clients, at most 16 kB. Other keys are stored unchanged. */
    PreferencesChange:
      & components["schemas"]["Preferences"]
      & ({
        /** @description Merged type by type. Null removes a type, or all of them. */
        notification_types?: {
          baton_pass?: boolean | null;
          window_reminder?: boolean | null;
          chain_broken?: boolean | null;
          chain_updated?: boolean | null;
          battle_update?: boolean | null;
          battle_result?: boolean | null;
          team_message?: boolean | null;
          drop_received?: boolean | null;
          drop_thanked?: boolean | null;
          badge_reached?: boolean | null;
          mention?: boolean | null;
          step_prompt?: boolean | null;
          assistant_note?: boolean | null;
          organization_joined?: boolean | null;
          organization_invitation?: boolean | null;
          organization_handed_over?: boolean | null;
          relay_message?: boolean | null;
          comment?: boolean | null;
          reaction?: boolean | null;
          reminder?: boolean | null;
          streak_milestone?: boolean | null;
          token_created?: boolean | null;
          token_expires?: boolean | null;
          grant_created?: boolean | null;
          sealed_device?: boolean | null;
          weekly_review?: boolean | null;
          friend_entry?: boolean | null;
          friend_joined?: boolean | null;
          pair_streak_invited?: boolean | null;
          pair_streak_milestone?: boolean | null;
          pair_streak_waiting?: boolean | null;
          webhook_disabled?: boolean | null;
        } | null;
      } & {
        [key: string]: unknown;
      });
    PersonalToken: {
      /** Format: uuid */
      id: string;
      /** @description The purpose of the token. */
      name: string;
      scopes: components["schemas"]["Scope"][];
      /** @description How the token begins. */
      prefix: string;
      /** @description The token itself, which a program sends. Only in the answer to the creation; otherwise null. Nobody can read it again. */
      secret: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
      /**
       * Format: date-time
       * @description Right to five minutes; null before the first use.
       */
      last_used_at: string | null;
      /** Format: date-time */
      revoked_at: string | null;
    };
    Grant: {
      /** Format: uuid */
      id: string;
      client: components["schemas"]["OauthProgram"];
      scopes: components["schemas"]["Scope"][];
      /** @description The address at which its tokens are taken. */
      resource: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description Right to five minutes; null before the first use.
       */
      last_used_at: string | null;
    };
    OauthProgram: {
      /** @description The address of its document, or the id of its registration. */
      id: string;
      /** @description The name that it gives itself, which nobody has checked. */
      name: string;
      /** @description The host of its document; without one, where it sends the user. */
      host: string;
    };
    Webhook: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uri
       * @description An https address on port 443, of a host with a public name.
       */
      url: string;
      events: components["schemas"]["WebhookEvent"][];
      description: string;
      is_active: boolean;
      /** @description Signs the events. Only in the answers to the creation and to a rotation; otherwise null. Nobody can read it again. */
      secret: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When the service turned it off; null otherwise.
       */
      disabled_at: string | null;
      /**
       * @description `gone`: the receiver answered 410; `failing`: ten tries in five days without a success.
       * @enum {string|null}
       */
      disabled_reason: "gone" | "failing" | null;
    };
    /**
     * @description The name of an event: a type of objects in `GET /sync`, and the kind of change.
     * @enum {string}
     */
    WebhookEvent:
      | "journal_entry.changed"
      | "journal_entry.deleted"
      | "notebook.changed"
      | "notebook.deleted"
      | "goal.changed"
      | "goal.deleted"
      | "goal_check_in.changed"
      | "goal_check_in.deleted"
      | "streak.changed"
      | "streak.deleted"
      | "satisfaction_entry.changed"
      | "satisfaction_entry.deleted"
      | "action_note.changed"
      | "action_note.deleted"
      | "sleep_entry.changed"
      | "sleep_entry.deleted"
      | "reminder.changed"
      | "reminder.deleted"
      | "share_link.changed"
      | "share_link.deleted"
      | "attachment.changed"
      | "attachment.deleted"
      | "entry_template.changed"
      | "entry_template.deleted"
      | "profile.changed"
      | "notification.created";
    WebhookDelivery: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description `id` of the event, and its header `webhook-id`.
       */
      event_id: string;
      type: components["schemas"]["WebhookEventType"];
      status: components["schemas"]["WebhookDeliveryStatus"];
      attempts: number;
      /** @description The status of the answer to the last try; null without an answer. */
      response_status: number | null;
      /**
       * Format: date-time
       * @description Null unless the delivery is pending.
       */
      next_attempt_at: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When the last try ended; null before the first.
       */
      last_attempt_at: string | null;
      /** @description The duration of the last try, in milliseconds. */
      duration_ms: number | null;
      /** @description Why the last try failed; null when it did not. `dns`: the name has no public address; `refused`: no connection, or it broke; `tls`: the certificate or the handshake is not valid; `timeout`: no answer within 10 seconds; `status`: an answer outside of 2xx. */
      error: components["schemas"]["WebhookDeliveryError"] | null;
    };
    /** @enum {string} */
    WebhookEventType:
      | "journal_entry.changed"
      | "journal_entry.deleted"
      | "notebook.changed"
      | "notebook.deleted"
      | "goal.changed"
      | "goal.deleted"
      | "goal_check_in.changed"
      | "goal_check_in.deleted"
      | "streak.changed"
      | "streak.deleted"
      | "satisfaction_entry.changed"
      | "satisfaction_entry.deleted"
      | "action_note.changed"
      | "action_note.deleted"
      | "sleep_entry.changed"
      | "sleep_entry.deleted"
      | "reminder.changed"
      | "reminder.deleted"
      | "share_link.changed"
      | "share_link.deleted"
      | "attachment.changed"
      | "attachment.deleted"
      | "entry_template.changed"
      | "entry_template.deleted"
      | "profile.changed"
      | "notification.created"
      | "ping"
      | "overflow";
    /** @enum {string} */
    WebhookDeliveryStatus: "pending" | "delivered" | "failed";
    /** @enum {string} */
    WebhookDeliveryError: "dns" | "refused" | "tls" | "timeout" | "status";
    WebhookDeliveries: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        delivered: number;
        failed: number;
        disabled: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    /** @description Also contains a list for each kind of data (`profile`, `journal_entries`, `goals`, `files` and so on) with the caller's rows. A list that goes on has its other rows in the next pages. */
    AccountExport: {
      /** Format: date-time */
      exported_at: string;
      /** Format: uuid */
      user_id: string;
    } & {
      [key: string]: unknown;
    };
    OwnImport: {
      /** Format: uuid */
      id: string;
      file_name: string;
      /** @enum {string} */
      kind: "markdown" | "day_one";
      status: components["schemas"]["OwnImportStatus"];
      /** @description Number of entries in the file. For more than 20 MB of Day One's JSON, the number found so far. */
      total: number;
      /** @description Number of entries that are imported, skipped or failed. */
      processed: number;
      imported: number;
      /** @description Number of entries that exist. */
      skipped: number;
      failed: number;
      /** @description The first thousand entries that are not imported, and files that an imported entry is without, by the entry's number in the file, from 1. */
      errors: {
        row: number;
        file: string;
        error: string;
      }[];
      /** @description Why the import has failed. */
      error: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
    };
    /**
     * @description `failed`: the file is damaged after the rows that are processed.
     * @enum {string}
     */
    OwnImportStatus: "running" | "completed" | "failed";
    OwnImports: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    Deletions: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        deleted: number;
        files: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    ReceivedInvitation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      org_id: string;
      /**
       * Format: uuid
       * @description The team that the invited person joins as well; null for none.
       */
      team_id: string | null;
      /** @description The same team; null when the invitation has ended and the caller is not a member of the organization. */
      team: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      role: components["schemas"]["OrgRole"] & unknown;
      status: components["schemas"]["InvitationStatus"];
      invited_by: components["schemas"]["PersonCard"];
      /** Format: date-time */
      expires_at: string;
      /** Format: date-time */
      created_at: string;
      /** @description Null when the invitation has ended and the caller is not a member. */
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
    };
    /** @enum {string} */
    InvitationStatus: "open" | "accepted" | "declined" | "revoked" | "expired" | "used_up";
    PersonCard: {
      /** Format: uuid */
      id: string;
      handle: string;
      full_name: string | null;
      avatar_url: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean;
    };
    Organization: {
      /** Format: uuid */
      id: string;
      name: string;
      description: string;
      /**
       * Format: uuid
       * @description The owner, who may transfer the organization.
       */
      owner_id: string;
      settings: Record<string, never>;
      member_count: number;
      /** @description The caller's role; null for a super admin who is not a member. */
      user_role: components["schemas"]["OrgRole"] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description True for the circle into which its owner invites friends. People join it by its links alone; clients name it in their own words, another's by its owner. */
      is_circle: boolean;
    };
    SealedPersonKeys: {
      /** @description Grows when the user starts anew with other keys. */
      generation: number;
      /** @description 32 bytes in base64url without padding. */
      x25519: string;
      /** @description 32 bytes in base64url without padding. */
      ed25519: string;
      /** @description The signature that ties the keys to the user, 64 bytes in base64url. */
      proof: string;
    };
    Notebook: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The owner; null for a sealed notebook whose owner has deleted the account.
       */
      user_id: string | null;
      name: string;
      metadata_visibility: components["schemas"]["Visibility"];
      content_visibility: components["schemas"]["Visibility"];
      /** Format: uuid */
      team_id: string | null;
      /** Format: uuid */
      org_id: string | null;
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Whether its members alone can read what is written in it. */
      is_sealed: boolean;
    };
    /**
     * @description The people who see the object: its owner only (`user`), the members of its team (`team`) or of its organization (`org`), or every signed-in user (`public`). Super admins see everything.
     * @enum {string}
     */
    Visibility: "user" | "team" | "org" | "public";
    SignedStatement: {
      /** @description A JSON text, byte for byte as it was signed. */
      statement: string;
      /** @description 64 bytes in base64url. */
      signature: string;
    };
    SealedNotebook: {
      /** @description The number of the newest key. */
      epoch: number;
      /** @description Somebody has left: nothing is written until a member removes them and makes another key. */
      rotation_due: boolean;
      /** @description The owner is gone: it can be read, and authors move what is theirs. */
      closed: boolean;
      /** @description The members by the log whom the service counts as gone: they have left, are blocked or deleted, or have started anew. */
      gone: string[];
      log: components["schemas"]["SignedStatement"][];
      /** @description All keys that members have wrapped for the caller, and nobody else's. */
      wrapped: {
        epoch: number;
        /** @description 80 bytes in base64url. */
        wrapped: string;
      }[];
      previous: components["schemas"]["SealedPreviousKey"][];
    };
    SealedPreviousKey: {
      epoch: number;
      /** @description 48 bytes in base64url without padding. */
      sealed: string;
    };
    SealedWrap: {
      /** Format: uuid */
      member_id: string;
      epoch: number;
      /** @description 80 bytes in base64url. */
      wrapped: string;
    };
    SealedAccount: components["schemas"]["SealedPersonKeys"] & {
      /** Format: date-time */
      created_at: string;
    };
    /**
     * @description 1 passphrase, 2 recovery code, 3 passkey.
     * @enum {integer}
     */
    SealedSlotKind: 1 | 2 | 3;
    /** @description A passphrase has the parameters of Argon2id (`m`, `t`, `p`, `salt` of 16 bytes), a passkey `credential_id` and `salt` of 32 bytes, a recovery code none. */
    SealedSlotParameters: {
      m?: number;
      t?: number;
      p?: number;
      salt?: string;
      credential_id?: string;
    };
    SealedSlot: {
      /** Format: uuid */
      id: string;
      kind: components["schemas"]["SealedSlotKind"];
      label: string;
      parameters: components["schemas"]["SealedSlotParameters"];
      /** @description 60 bytes in base64url without padding. */
      sealed_secret: string;
      /** @description Grows when the user starts anew with other keys. */
      generation: number;
      /** Format: date-time */
      created_at: string;
    };
    SealedEnrolment: {
      /** Format: uuid */
      id: string;
      /** @description 32 bytes in base64url without padding. */
      public_key: string;
      /** @description The answer of an old device, under the key of the new device; null before it. */
      sealed_secret: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
    };
    Attachment: {
      /** Format: uuid */
      id: string;
      kind: components["schemas"]["AttachmentKind"];
      /** @description The media type. */
      type: string;
      bytes: number;
      /** @description Null for sound. */
      width: number | null;
      /** @description Null for sound. */
      height: number | null;
      /** @description The length of the sound; null for an image. */
      duration_s: number | null;
      /**
       * Format: uri
       * @description Opens the file for ten minutes at least, for anyone who knows it; null when the file is missing.
       */
      url: string | null;
      /**
       * Format: uri
       * @description The small picture that the client has sent; null without one. Works like `url`.
       */
      thumbnail_url: string | null;
      /** @description The words of the sound; null before it has been transcribed. */
      transcript: string | null;
    };
    /** @enum {string} */
    AttachmentKind: "image" | "audio" | "sealed";
    Background: {
      /**
       * Format: uri
       * @description The address of the image (PNG, 1024 x 1024), valid for ten minutes.
       */
      url: string;
      /** @description The prompt of the image model. */
      prompt: string;
      tone: components["schemas"]["Tone"];
    };
    /** @enum {string} */
    Tone:
      | "joyful"
      | "grateful"
      | "excited"
      | "hopeful"
      | "content"
      | "peaceful"
      | "optimistic"
      | "sad"
      | "anxious"
      | "frustrated"
      | "angry"
      | "worried"
      | "disappointed"
      | "melancholic"
      | "pessimistic"
      | "calm"
      | "contemplative"
      | "neutral"
      | "tired"
      | "energetic";
    Entry: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The author.
       */
      user_id: string;
      author: components["schemas"]["PersonCard"];
      title: string;
      /** @description Null when the caller may not read it. */
      content: string | null;
      /** @description True when the caller may not read the content. */
      content_hidden: boolean;
      mood: string | null;
      /** @description `author`, or `analysis` when the service has found the mood in the content; null without a mood. */
      mood_source: components["schemas"]["MoodSource"] | null;
      tags: string[];
      /** Format: uuid */
      notebook_id: string | null;
      /** @description Null without a notebook, and when the caller may not see it. */
      notebook: components["schemas"]["NotebookName"] | null;
      metadata_visibility: components["schemas"]["Visibility"] & unknown;
      content_visibility: components["schemas"]["Visibility"] & unknown;
      effective_metadata_visibility: components["schemas"]["Visibility"] & unknown;
      effective_content_visibility: components["schemas"]["Visibility"] & unknown;
      /** Format: uuid */
      team_id: string | null;
      /** Format: uuid */
      org_id: string | null;
      /**
       * Format: uuid
       * @description The team whose members see the entry: set when `effective_metadata_visibility` is `team`.
       */
      effective_team_id: string | null;
      /**
       * Format: uuid
       * @description The organization whose members see the entry: set when `effective_metadata_visibility` is `org`.
       */
      effective_org_id: string | null;
      /** @description The first 200 mentions in the content; empty when the content is hidden. */
      mentions: components["schemas"]["Mention"][];
      spotify_track_id: string | null;
      /** @description The last track that the author had played when the entry was written. */
      track: components["schemas"]["Track"] | null;
      /**
       * Format: uri
       * @description The image of the mood in the caller's active tone pack; null when there is none.
       */
      tone_image_url: string | null;
      /** @description 0 when the content is hidden. Leaves out people who block the caller or whom the caller blocks. */
      comment_count: number;
      /** @description Empty when the content is hidden. */
      reactions: {
        [key: string]: number;
      };
      own_reaction: components["schemas"]["Reaction"] | null;
      /** @description 0 when the content is hidden. */
      attachment_count: number;
      /** @description The first picture among the attachments; null when the content is hidden. */
      picture: components["schemas"]["Picture"] | null;
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Whether only members of its sealed notebook can read it. */
      is_sealed: boolean;
      /** @description The record that its readers open on their devices; null for an open object, and when the caller may not read the content. */
      sealed: components["schemas"]["SealedRecord"] | null;
    };
    /** @enum {string} */
    MoodSource: "author" | "analysis";
    NotebookName: {
      /** Format: uuid */
      id: string;
      name: string;
    };
    Mention: {
      kind: components["schemas"]["MentionKind"];
      /** @description The mention as written, including its sign. */
      text: string;
      /**
       * Format: uuid
       * @description The user with this handle; null when there is none.
       */
      user_id: string | null;
      /** @description Start of the mention in the content, in UTF-16 units. */
      start: number;
      /** @description End of the mention: `content.slice(start, end)` is `text`. */
      end: number;
    };
    /**
     * @description `@handle` or `#tag`.
     * @enum {string}
     */
    MentionKind: "user" | "tag";
    /** @description A track of the music provider. */
    Track: {
      id: string;
      name: string;
      artist_names: string[];
      album_name: string | null;
      /** Format: uri */
      album_image_url: string | null;
      /**
       * Format: uri
       * @description The track at the provider.
       */
      external_url: string | null;
    };
    /** @enum {string} */
    Reaction: "heart" | "clap" | "hug" | "laugh" | "fire" | "think";
    Picture: {
      /** Format: uuid */
      id: string;
      /** @description Null for sound. */
      width: number | null;
      /** @description Null for sound. */
      height: number | null;
      /**
       * Format: uri
       * @description The small picture that the client has sent; null without one. Works like `url`.
       */
      thumbnail_url: string | null;
    };
    SealedRecord: components["schemas"]["SealedText"] & {
      /** @description The version of the object for which it was signed; other changes raise that of the object alone. */
      version: number;
    };
    SealedText: {
      /** @description In base64url. */
      record: string;
      /** @description 64 bytes in base64url. */
      signature: string;
    };
    EntryVersion: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      entry_id: string;
      title: string;
      content: string;
      /**
       * Format: date-time
       * @description When another text replaced this one.
       */
      created_at: string;
      /** @description The record that its readers open on their devices; null for an open object, and when the caller may not read the content. */
      sealed: components["schemas"]["SealedRecord"] | null;
      /**
       * Format: date-time
       * @description The time for which a former record was written; null for an open text.
       */
      written_at: string | null;
    };
    EntryInFull: components["schemas"]["Entry"] & {
      attachments: components["schemas"]["Attachment"][];
    };
    EntryComment: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      entry_id: string;
      /**
       * Format: uuid
       * @description The author of the comment.
       */
      user_id: string;
      author: components["schemas"]["PersonCard"];
      content: string;
      /** Format: date-time */
      created_at: string;
      /** @description Whether only members of its sealed notebook can read it. */
      is_sealed: boolean;
      /** @description The record that its readers open on their devices; null for an open object, and when the caller may not read the content. */
      sealed: components["schemas"]["SealedRecord"] | null;
    };
    Reacted: {
      reaction: components["schemas"]["Reaction"];
      /** @description How many there are of each kind that somebody has chosen. */
      reactions: {
        [key: string]: number;
      };
    };
    ShareLink: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      entry_id: string;
      /** Format: date-time */
      expires_at: string;
      has_passphrase: boolean;
      /** @description How often the link was opened. */
      views: number;
      /**
       * Format: date-time
       * @description Until then nobody opens it: ten passphrases were wrong within an hour.
       */
      locked_until: string | null;
      /**
       * Format: date-time
       * @description When its author revoked it, or was blocked.
       */
      revoked_at: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: uri
       * @description The page of the web app that shows the entry, at `SITE_URL`. Contains the code, so it is null wherever `code` is.
       */
      url: string | null;
      /** @description Only in the answer to the creation; otherwise null. Nobody can read it again. */
      code: string | null;
    };
    /**
     * @description The caller's own entries, entries shared with the caller's teams or organizations, public entries, those of friends, or all of these. For a super admin `all` is every entry, and `friends` what others see of their friends' entries.
     * @default all
     * @enum {string}
     */
    EntryScope: "own" | "team" | "org" | "public" | "friends" | "all";
    MentionsProgress: {
      /** @description Entries examined by this call. */
      processed: number;
      /** @description Examined entries that contain a mention. */
      updated: number;
      /** @description Entries that are left; repeat the call until it is 0. */
      remaining: number;
    };
    EntryTemplate: {
      /** Format: uuid */
      id: string;
      name: string;
      title: string;
      content: string;
      tags: string[];
      /** Format: uuid */
      notebook_id: string | null;
      /** @description True for a template that comes with the service. */
      is_shared: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    Goal: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      title: string;
      description: string;
      /** Format: date */
      target_date: string | null;
      status: components["schemas"]["GoalStatus"];
      /**
       * Format: date-time
       * @description When the goal was completed; null for any other status.
       */
      completed_at: string | null;
      /** @description Null: the goal is due every day. */
      schedule: {
        /** @enum {string} */
        kind: "weekdays";
        days: number[];
      } | {
        /** @enum {string} */
        kind: "weekly";
        times: number;
      } | null;
      /** @description Null: its check-ins have no amounts. */
      measure: components["schemas"]["GoalMeasure"] | null;
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The newest check-in; null when there is none. */
      last_check_in: {
        status: components["schemas"]["GoalCheckInStatus"];
        /** Format: date-time */
        created_at: string;
      } | null;
      check_in_count: number;
    };
    /** @enum {string} */
    GoalStatus: "active" | "paused" | "completed" | "abandoned";
    /** @description The amounts of a date add up: `at_least` the target, or `at_most`. */
    GoalMeasure: {
      unit: string;
      target: number;
      direction: components["schemas"]["GoalDirection"];
    };
    /** @enum {string} */
    GoalDirection: "at_least" | "at_most";
    /** @enum {string} */
    GoalCheckInStatus: "completed" | "partial" | "missed";
    GoalWithCheckIns: components["schemas"]["Goal"] & {
      check_ins: components["schemas"]["GoalCheckIn"][];
    };
    GoalCheckIn: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      goal_id: string;
      /** Format: uuid */
      user_id: string;
      status: components["schemas"]["GoalCheckInStatus"];
      notes: string;
      /** @description In the unit of the goal's measure; null for none. */
      amount: number | null;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
    };
    Reminder: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      kind: components["schemas"]["ReminderKind"];
      /** Format: uuid */
      goal_id: string | null;
      local_time: string;
      days: number[];
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    ReminderKind: "journal" | "goal";
    ReminderRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        sent: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    Insights: {
      /** Format: date */
      from: string;
      /** Format: date */
      to: string;
      timezone: string;
      /** @description Days with something, oldest first. */
      days: components["schemas"]["InsightsDay"][];
      /** @description The 20 most frequent ones, whatever their case, in lower case. */
      moods: {
        mood: string;
        /** @description The sentiment of a mood that is a tone; null for any other. */
        tone: components["schemas"]["Sentiment"] | null;
        count: number;
      }[];
      /** @description The 20 most frequent ones, whatever their case, in lower case. */
      tags: {
        tag: string;
        count: number;
      }[];
      totals: {
        entries: number;
        words: number;
        /** @description Days with an entry. */
        days: number;
        /** @description Check-ins `completed`. */
        goals_completed: number;
      };
      /** @description Entries by weekday, Monday first. */
      weekdays: number[];
      /** @description Entries by local hour. */
      hours: number[];
      /** @description Where days with a tone are more or less often positive than others; at least five days on each side, the largest difference first, ten at most. */
      together: components["schemas"]["InsightsTogether"][];
    };
    InsightsDay: {
      /** Format: date */
      date: string;
      entries: number;
      /** @description The number of words in titles and contents. */
      words: number;
      /** @description The most frequent one, the latest of equals, in lower case. */
      mood: string | null;
      /** @description The sentiment of a mood that is a tone; null for any other. */
      tone: components["schemas"]["Sentiment"] | null;
      /** @description The mean. */
      satisfaction: number | null;
      /** @description The mean. */
      sleep_hours: number | null;
      goals: {
        completed: number;
        partial: number;
        missed: number;
      };
    };
    /** @enum {string} */
    Sentiment: "positive" | "neutral" | "negative";
    InsightsTogether: {
      with: {
        /** @enum {string} */
        kind: "tag" | "goal" | "sleep" | "weekday";
        /** @description The tag, the id of the goal, hours of sleep or more, the weekday (Monday is 1). */
        value: string | number;
      };
      /** @description Days with it. */
      days: number;
      /** @description 0 to 1. */
      positive_share: number;
      /** @description The share of the days without it. */
      otherwise: number;
    };
    WeeklyReviewRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        sent: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    Prompt: {
      /** Format: uuid */
      id: string;
      text: string;
    };
    Streaks: {
      streaks: {
        /** @description Days with an entry. */
        journal: {
          /** @description Days, or full weeks, in a row that count; 0 when the streak is over. */
          current: number;
          longest: number;
          /**
           * Format: date
           * @description The last day that counts; null before the first one.
           */
          last_day: string | null;
          /** @description True when the streak ends today unless something is written; of weeks, when no more days of this one are left than it needs. */
          at_risk: boolean;
        };
        /** @description Days with a check-in `completed` or `partial`, for each goal of the caller, the newest first. A schedule names the days that count, or counts weeks. */
        goals: components["schemas"]["GoalStreak"][];
      };
      freezes: components["schemas"]["StreakFreezes"];
      /** @description Null for none. */
      pause: components["schemas"]["StreakPause"] | null;
      calendar: {
        /** @description Days of the last 366 that a freeze covers, oldest first. */
        frozen: string[];
        /** @description The pauses that touch the last 366 days, oldest first, with the present one. */
        pauses: components["schemas"]["StreakPause"][];
      };
    };
    GoalStreak: {
      /** Format: uuid */
      goal_id: string;
      unit: components["schemas"]["StreakUnit"];
      /** @description Days, or full weeks, in a row that count; 0 when the streak is over. */
      current: number;
      longest: number;
      /**
       * Format: date
       * @description The last day that counts; null before the first one.
       */
      last_day: string | null;
      /** @description True when the streak ends today unless something is written; of weeks, when no more days of this one are left than it needs. */
      at_risk: boolean;
    };
    /**
     * @description `week` for a goal that is due on a number of days of each week.
     * @enum {string}
     */
    StreakUnit: "day" | "week";
    StreakFreezes: {
      /** @description At most two. */
      held: number;
      /** @description The price of a freeze, in drops. */
      price: number;
    };
    StreakPause: {
      /** Format: date */
      since: string;
      /**
       * Format: date
       * @description The last paused day.
       */
      until: string;
    };
    StreakFreezePurchase: {
      freezes: components["schemas"]["StreakFreezes"];
      /** @description The caller's drops. */
      balance: number;
    };
    SyncedEntry: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      title: string;
      content: string;
      mood: string | null;
      /** @description `author`, or `analysis` when the service has found the mood in the content; null without a mood. */
      mood_source: components["schemas"]["MoodSource"] | null;
      tags: string[];
      /** Format: uuid */
      notebook_id: string | null;
      metadata_visibility: components["schemas"]["Visibility"];
      content_visibility: components["schemas"]["Visibility"];
      /** Format: uuid */
      team_id: string | null;
      /** Format: uuid */
      org_id: string | null;
      effective_metadata_visibility: components["schemas"]["Visibility"];
      effective_content_visibility: components["schemas"]["Visibility"];
      mentions: components["schemas"]["Mention"][];
      spotify_track_id: string | null;
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Whether only members of its sealed notebook can read it. */
      is_sealed: boolean;
      /** @description The record that its readers open on their devices; null for an open object, and when the caller may not read the content. */
      sealed: components["schemas"]["SealedRecord"] | null;
    };
    SyncedGoal: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      title: string;
      description: string;
      /** Format: date */
      target_date: string | null;
      status: components["schemas"]["GoalStatus"];
      /**
       * Format: date-time
       * @description When the goal was completed; null for any other status.
       */
      completed_at: string | null;
      /** @description Null: the goal is due every day. */
      schedule: {
        /** @enum {string} */
        kind: "weekdays";
        days: number[];
      } | {
        /** @enum {string} */
        kind: "weekly";
        times: number;
      } | null;
      /** @description Null: its check-ins have no amounts. */
      measure: components["schemas"]["GoalMeasure"] | null;
      /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
      version: number;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @description As it stood at the time of the answer: time alone ends it without a change. */
    SyncedStreak: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /**
       * Format: uuid
       * @description Null for the journal.
       */
      goal_id: string | null;
      unit: components["schemas"]["StreakUnit"];
      /** @description Days, or full weeks, in a row that count; 0 when the streak is over. */
      current: number;
      longest: number;
      /**
       * Format: date
       * @description The last day that counts; null before the first one.
       */
      last_day: string | null;
      /** @description True when the streak ends today unless something is written; of weeks, when no more days of this one are left than it needs. */
      at_risk: boolean;
    };
    SatisfactionEntry: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      score: number;
      note: string;
    };
    ActionNote: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      content: string;
    };
    SleepEntry: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date */
      date: string;
      hours: number;
      quality: number;
    };
    /** @description `data` names the subject; `user_id` in it is the person who caused the notification. */
    UserNotification:
      | components["schemas"]["BatonPassNotification"]
      | components["schemas"]["WindowReminderNotification"]
      | components["schemas"]["ChainBrokenNotification"]
      | components["schemas"]["ChainUpdatedNotification"]
      | components["schemas"]["BattleUpdateNotification"]
      | components["schemas"]["BattleResultNotification"]
      | components["schemas"]["TeamMessageNotification"]
      | components["schemas"]["DropReceivedNotification"]
      | components["schemas"]["DropThankedNotification"]
      | components["schemas"]["BadgeReachedNotification"]
      | components["schemas"]["MentionNotification"]
      | components["schemas"]["StepPromptNotification"]
      | components["schemas"]["AssistantNoteNotification"]
      | components["schemas"]["OrganizationJoinedNotification"]
      | components["schemas"]["OrganizationInvitationNotification"]
      | components["schemas"]["OrganizationHandedOverNotification"]
      | components["schemas"]["RelayMessageNotification"]
      | components["schemas"]["CommentNotification"]
      | components["schemas"]["ReactionNotification"]
      | components["schemas"]["ReminderNotification"]
      | components["schemas"]["StreakMilestoneNotification"]
      | components["schemas"]["TokenCreatedNotification"]
      | components["schemas"]["TokenExpiresNotification"]
      | components["schemas"]["GrantCreatedNotification"]
      | components["schemas"]["SealedDeviceNotification"]
      | components["schemas"]["WeeklyReviewNotification"]
      | components["schemas"]["FriendEntryNotification"]
      | components["schemas"]["FriendJoinedNotification"]
      | components["schemas"]["PairStreakInvitedNotification"]
      | components["schemas"]["PairStreakMilestoneNotification"]
      | components["schemas"]["PairStreakWaitingNotification"]
      | components["schemas"]["WebhookDisabledNotification"];
    BatonPassNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "baton_pass";
      data: {
        /** Format: date */
        date: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    NotificationBase: {
      /** Format: uuid */
      id: string;
      type: components["schemas"]["NotificationType"];
      title: string;
      body: string;
      /**
       * Format: date-time
       * @description Null while unread.
       */
      read_at: string | null;
      /** Format: date-time */
      created_at: string;
    };
    WindowReminderNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "window_reminder";
      data: {
        /** Format: date */
        date: string;
      };
    };
    ChainBrokenNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "chain_broken";
      data: {
        /** Format: date */
        date: string;
      };
    };
    ChainUpdatedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "chain_updated";
      data: {
        /** Format: date */
        date: string;
      };
    };
    BattleUpdateNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "battle_update";
      data: {
        /** Format: date */
        week_start_date: string;
        team_color: components["schemas"]["WorkoutTeamColor"];
      };
    };
    /** @enum {string} */
    WorkoutTeamColor: "red" | "blue";
    BattleResultNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "battle_result";
      data: {
        /** Format: date */
        week_start_date: string;
        team_color: components["schemas"]["WorkoutTeamColor"];
      };
    };
    TeamMessageNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "team_message";
      data: {
        /** Format: uuid */
        team_id: string;
        /** Format: uuid */
        message_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    DropReceivedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "drop_received";
      data: {
        /** Format: uuid */
        drop_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    DropThankedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "drop_thanked";
      data: {
        /** Format: uuid */
        drop_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    BadgeReachedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "badge_reached";
      data: {
        level: number;
        name: string;
      };
    };
    MentionNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "mention";
      data: {
        /** Format: uuid */
        entry_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    StepPromptNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "step_prompt";
      data: {
        /** Format: uuid */
        dream_id: string;
      };
    };
    AssistantNoteNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "assistant_note";
      data: {
        /** Format: uuid */
        drop_id: string;
      };
    };
    OrganizationJoinedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "organization_joined";
      data: {
        /** Format: uuid */
        org_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    OrganizationInvitationNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "organization_invitation";
      data: {
        /** Format: uuid */
        org_id: string;
        /** Format: uuid */
        invitation_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    OrganizationHandedOverNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "organization_handed_over";
      data: {
        /** Format: uuid */
        org_id: string;
      };
    };
    RelayMessageNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "relay_message";
      data: {
        /** Format: date */
        week_start_at: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    CommentNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "comment";
      data: {
        /** Format: uuid */
        entry_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    ReactionNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "reaction";
      data: {
        /** Format: uuid */
        entry_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    ReminderNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "reminder";
      data: {
        /** Format: uuid */
        reminder_id: string;
        /** Format: uuid */
        goal_id: string | null;
      };
    };
    StreakMilestoneNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "streak_milestone";
      data: {
        /** Format: uuid */
        goal_id: string | null;
        days: number;
        /** @enum {string} */
        unit?: "week";
      };
    };
    TokenCreatedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "token_created";
      data: {
        /** Format: uuid */
        token_id: string;
      };
    };
    TokenExpiresNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "token_expires";
      data: {
        /** Format: uuid */
        token_id: string;
      };
    };
    GrantCreatedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "grant_created";
      data: {
        /** Format: uuid */
        grant_id: string;
      };
    };
    SealedDeviceNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "sealed_device";
      data: {
        /** Format: uuid */
        slot_id: string | null;
        /** Format: uuid */
        enrolment_id: string | null;
      };
    };
    WeeklyReviewNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "weekly_review";
      data: {
        /** Format: date */
        from: string;
        /** Format: date */
        to: string;
        entries: number;
        words: number;
        days: number;
      };
    };
    FriendEntryNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "friend_entry";
      data: {
        /** Format: uuid */
        entry_id: string;
        /** Format: uuid */
        user_id: string;
      };
    };
    FriendJoinedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "friend_joined";
      data: {
        /** Format: uuid */
        user_id: string;
      };
    };
    PairStreakInvitedNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "pair_streak_invited";
      data: {
        /** Format: uuid */
        user_id: string;
      };
    };
    PairStreakMilestoneNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "pair_streak_milestone";
      data: {
        /** Format: uuid */
        user_id: string;
        days: number;
      };
    };
    PairStreakWaitingNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "pair_streak_waiting";
      data: {
        /** Format: uuid */
        user_id: string;
      };
    };
    WebhookDisabledNotification: components["schemas"]["NotificationBase"] & {
      /** @enum {string} */
      type?: "webhook_disabled";
      data: {
        /** Format: uuid */
        webhook_id: string;
        /** @enum {string} */
        reason: "gone" | "failing";
      };
    };
    SyncedShareLink: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      entry_id: string;
      /** Format: date-time */
      expires_at: string;
      has_passphrase: boolean;
      /** @description How often the link was opened. */
      views: number;
      /**
       * Format: date-time
       * @description Until then nobody opens it: ten passphrases were wrong within an hour.
       */
      locked_until: string | null;
      /**
       * Format: date-time
       * @description When its author revoked it, or was blocked.
       */
      revoked_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: uuid */
      user_id: string;
    };
    SyncedAttachment: {
      /** Format: uuid */
      id: string;
      kind: components["schemas"]["AttachmentKind"];
      /** @description The media type. */
      type: string;
      bytes: number;
      /** @description Null for sound. */
      width: number | null;
      /** @description Null for sound. */
      height: number | null;
      /** @description The length of the sound; null for an image. */
      duration_s: number | null;
      /** @description The words of the sound; null before it has been transcribed. */
      transcript: string | null;
      /** Format: uuid */
      entry_id: string;
      /** Format: uuid */
      user_id: string;
      /** Format: date-time */
      created_at: string;
    };
    Deleted: {
      /** @enum {string} */
      type:
        | "journal_entry"
        | "notebook"
        | "goal"
        | "goal_check_in"
        | "streak"
        | "satisfaction_entry"
        | "action_note"
        | "sleep_entry"
        | "notification"
        | "reminder"
        | "share_link"
        | "attachment"
        | "entry_template";
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      deleted_at: string;
    };
    /** @description The changes that the copy has when `has_more` is false: a live message whose `after` is less than `before`, as text, and none of `without`, tells nothing new. */
    SeenPositions: {
      before: string;
      without: string[];
    };
    OrgMember: {
      /** Format: uuid */
      user_id: string;
      /** @description Null, as the other fields of the person, when the person blocks the caller or the account no longer exists. */
      handle: string | null;
      full_name: string | null;
      avatar_url: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean | null;
      role: components["schemas"]["OrgRole"];
      /** @description True for the owner, who may transfer the organization; other members with role `owner` are co-owners. */
      is_owner: boolean;
      /**
       * Format: date-time
       * @description Null for the owner.
       */
      joined_at: string | null;
    };
    /** @enum {string} */
    AssignableOrgRole: "admin" | "member";
    Invitation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      org_id: string;
      /**
       * Format: uuid
       * @description The team that the invited person joins as well; null for none.
       */
      team_id: string | null;
      /** @description The same team; null when the invitation has ended and the caller is not a member of the organization. */
      team: {
        /** Format: uuid */
        id: string;
        name: string;
      } | null;
      role: components["schemas"]["OrgRole"] & unknown;
      status: components["schemas"]["InvitationStatus"];
      invited_by: components["schemas"]["PersonCard"];
      /** Format: date-time */
      expires_at: string;
      /** Format: date-time */
      created_at: string;
      kind: components["schemas"]["InvitationKind"];
      /** @description The invited user, of kind `user`. */
      user: components["schemas"]["PersonCard"] | null;
      /** @description The invited address, of kind `email`. */
      email: string | null;
      /** @description How many people have joined by the link. */
      uses: number;
      /** @description How many people may join by the link; null for any number. */
      max_uses: number | null;
    };
    /** @enum {string} */
    InvitationKind: "user" | "email" | "link";
    SharedEntry: {
      title: string;
      content: string;
      mood: string | null;
      /** Format: date-time */
      written_at: string;
      author: components["schemas"]["PersonCard"];
      attachments: components["schemas"]["Attachment"][];
    };
    LinkedInvitation: {
      organization: {
        name: string;
        /** @description True for the circle into which its owner invites friends. People join it by its links alone; clients name it in their own words, another's by its owner. */
        is_circle: boolean;
      };
      /** @description The team that the invited person joins too; null for none. */
      team: {
        name: string;
        /** @description True for the circle into which its owner invites friends. People join it by its links alone; clients name it in their own words, another's by its owner. */
        is_circle: boolean;
      } | null;
      inviter: components["schemas"]["PersonCard"];
      role: components["schemas"]["OrgRole"] & unknown;
      /** Format: date-time */
      expires_at: string;
    };
    FriendInvitation: {
      invitation: {
        /** Format: uuid */
        id: string;
        /**
         * Format: uri
         * @description Only in the first answer; otherwise null.
         */
        url: string | null;
        /** @description Only in the first answer; otherwise null. */
        code: string | null;
        /** Format: date-time */
        expires_at: string;
      };
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      team: {
        /** Format: uuid */
        id: string;
        name: string;
      };
    };
    Friend: {
      user: components["schemas"]["PersonCard"];
      /**
       * Format: date-time
       * @description When the two became friends.
       */
      since: string;
      /**
       * Format: uuid
       * @description The team that the two share: that of the caller's own circle before that of the friend's. An entry with this `team_id` and the visibility `team` is for the friends in that circle.
       */
      team_id: string;
      /** @description The friend's latest entry that the caller sees; null for none. */
      last_entry: components["schemas"]["FriendEntry"] | null;
      /** @description Whether the friend has written an entry, or checked in with a goal, on the present date of their own time zone; null when they do not show it. */
      done_today: boolean | null;
      /** @description The streak for two, or an invitation to one; null for neither. An ended one is listed for 7 days. */
      pair_streak: components["schemas"]["PairStreak"] | null;
    };
    FriendEntry: {
      /** Format: uuid */
      id: string;
      title: string;
      /** Format: date-time */
      written_at: string;
      /** @description The first picture; null without one, and when the caller may not see it. */
      picture: components["schemas"]["Picture"] | null;
    };
    PairStreak: {
      user: components["schemas"]["PersonCard"] & unknown;
      state: components["schemas"]["PairStreakState"];
      /** @description Dates on which both were done; 0 unless the streak is active. */
      current: number;
      /** @description The longest streak that the two have kept. */
      longest: number;
      /**
       * Format: date
       * @description The last date that counts.
       */
      last_day: string | null;
      /** @description Whether the caller is done on the present date of their own time zone. */
      mine_today: boolean;
      /** @description Whether the friend is done on the present date of the friend's time zone; false as well when they do not show it. */
      theirs_today: boolean;
      /**
       * Format: date-time
       * @description When the invitation was accepted; null for an open invitation.
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description Null unless it has ended.
       */
      ended_at: string | null;
    };
    /**
     * @description `invited`: the friend asks; `waiting`: the caller has asked.
     * @enum {string}
     */
    PairStreakState: "invited" | "waiting" | "active" | "ended";
    Report: {
      /** Format: uuid */
      id: string;
      about: components["schemas"]["ReportSubject"];
      reason: components["schemas"]["ReportReason"];
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    ReportSubject: "user" | "journal_entry" | "comment" | "team_message" | "drop";
    /** @enum {string} */
    ReportReason: "spam" | "abuse" | "self_harm" | "other";
    Team: {
      /** Format: uuid */
      id: string;
      name: string;
      description: string;
      /** Format: uuid */
      org_id: string;
      /**
       * Format: uuid
       * @description The admin, set by owners of the organization.
       */
      admin_id: string;
      settings: Record<string, never>;
      /** @description The organization of the team. */
      organizations: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      member_count: number;
      /** @description The caller's role; null for a caller who is not a member of the team. */
      user_role: components["schemas"]["TeamRole"] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description True for the circle into which its owner invites friends. People join it by its links alone; clients name it in their own words, another's by its owner. */
      is_circle: boolean;
    };
    /** @enum {string} */
    TeamRole: "admin" | "member";
    TeamMember: {
      /** Format: uuid */
      user_id: string;
      /** @description Null, as the other fields of the person, when the person blocks the caller or the account no longer exists. */
      handle: string | null;
      full_name: string | null;
      avatar_url: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean | null;
      role: components["schemas"]["TeamRole"];
      /** @description True for the team's `admin_id`; other members with role `admin` have the same rights. */
      is_admin: boolean;
      /**
       * Format: date-time
       * @description Null for the admin.
       */
      joined_at: string | null;
    };
    TeamMessage: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      team_id: string;
      /**
       * Format: uuid
       * @description The author; null when the account no longer exists.
       */
      user_id: string | null;
      /** @description Null, as the other fields of the person, when the person blocks the caller or the account no longer exists. */
      handle: string | null;
      full_name: string | null;
      avatar_url: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean | null;
      content: string;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
    };
    PushDevice: {
      /** Format: uuid */
      id: string;
      /** @description Null for a browser with a subscription. */
      token: string | null;
      platform: components["schemas"]["PushPlatform"];
      /** Format: date-time */
      registered_at: string;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    PushPlatform: "ios" | "android" | "web";
    /** @description The result of a browser's `PushManager.subscribe()`, as JSON. */
    WebPushSubscription: {
      /** Format: uri */
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    Delivery: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        sent: number;
        failed: number;
        dead: number;
        receipts: number;
        devices_removed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    MusicAccount: {
      /**
       * @description `disconnected`: the provider has ended the connection; connect again.
       * @enum {string}
       */
      status: "connected" | "disconnected";
      /** @description The user's id at the provider. */
      provider_user_id: string;
      /** @description The permissions that the user has given. */
      scope: string;
      /** Format: date-time */
      connected_at: string;
      /**
       * Format: date-time
       * @description When plays were fetched last; null before the first time.
       */
      last_synced_at: string | null;
    };
    MusicPlay: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      played_at: string;
      /**
       * @description The provider's list that the play is from.
       * @enum {string}
       */
      source: "recently_played";
      track: components["schemas"]["Track"];
    };
    MusicSync: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        synced: number;
        plays: number;
        attached: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    DropTransaction: {
      /** @description Increases with each transaction. */
      id: number;
      /** Format: uuid */
      user_id: string;
      /** @description Negative for spent drops. */
      amount: number;
      balance_after: number;
      type: components["schemas"]["DropTransactionType"];
      description: string;
      /**
       * Format: uuid
       * @description The purchased tone pack; null for other types.
       */
      reference_id: string | null;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    DropTransactionType:
      | "signup_bonus"
      | "monthly_recurring"
      | "purchase"
      | "refund"
      | "admin_adjustment";
    MonthlyAwardRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        awarded: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    WorkoutWindow: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      activity_type: components["schemas"]["WorkoutActivityType"];
      custom_activity: string | null;
      /** @description By the clock of the time zone. */
      window_start_time: string;
      /** @description By the clock of the time zone. */
      window_end_time: string;
      /** @description A name of the IANA database: `UTC` or `Area/Location`. */
      timezone: string;
      is_active: boolean;
      /**
       * Format: date
       * @description The first date on which this window holds; until then the former one does.
       */
      holds_from: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    WorkoutActivityType:
      | "cardio"
      | "strength"
      | "walk"
      | "meditation"
      | "reading"
      | "homework"
      | "other";
    WorkoutLocation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      ip_address: string | null;
      latitude: number | null;
      longitude: number | null;
      city: string | null;
      region: string | null;
      country: string | null;
      /** @description A name of the IANA database: `UTC` or `Area/Location`. */
      timezone: string | null;
      /** Format: date-time */
      last_updated: string;
    };
    WorkoutWindowOccurrence: {
      /**
       * Format: date
       * @description The date on which it starts, where the user is.
       */
      date: string;
      /** Format: date-time */
      opens_at: string;
      /** Format: date-time */
      closes_at: string;
      /**
       * Format: date-time
       * @description 30 minutes after `closes_at`: until then a check-in counts at once.
       */
      counts_until: string;
      /** @description From `opens_at` to `counts_until`. */
      is_open: boolean;
    };
    WorkoutToday: {
      /**
       * Format: date
       * @description The date of the open window, otherwise of today by the clock of the window.
       */
      date: string;
      status: components["schemas"]["WorkoutDayStatus"];
      checkin: components["schemas"]["WorkoutCheckIn"] | null;
    };
    /** @enum {string} */
    WorkoutDayStatus: "pending" | "completed" | "failed" | "not_started";
    WorkoutCheckIn: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /**
       * Format: uuid
       * @description The user's place in the chains of the date; null when there is none.
       */
      chain_id: string | null;
      /**
       * Format: date
       * @description The date on which the window starts, where the user is.
       */
      date: string;
      activity_type: components["schemas"]["WorkoutActivityType"];
      /**
       * Format: uri
       * @description Works for ten minutes at least; null for a synthetic user.
       */
      photo_url: string | null;
      /**
       * Format: date-time
       * @description When the photo was taken, as the camera recorded it; null when it did not.
       */
      photo_timestamp: string | null;
      /** @description Null for everyone but the user and super admins. */
      location_lat: number | null;
      location_lng: number | null;
      status: components["schemas"]["WorkoutCheckInStatus"];
      /** @description The doubts, separated by commas: `outside_window`, `photo_time` (the camera's time is outside the window, or, without an offset, more than a day away), `too_soon` (less than 12 hours from a check-in for another date), `late_upload` (made in the window, by `taken_at`, and sent after it), `photo_seen_before`. Null for others. */
      review_reason: string | null;
      /** @description They count when `status` is `verified`. They change when the user before checks in later, and when the check-in of a neighbour or of an earlier day is decided on. */
      battle_chips_earned: number;
      chain_status: components["schemas"]["WorkoutChainStatus"];
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was made, as the device says; null where the request did not say so.
       */
      taken_at: string | null;
    };
    /**
     * @description `pending`: waits for a super admin.
     * @enum {string}
     */
    WorkoutCheckInStatus: "pending" | "verified" | "rejected";
    /**
     * @description `broken` until the user before has checked in, in time or by a later decision.
     * @enum {string}
     */
    WorkoutChainStatus: "continued" | "broken";
    WorkoutChain: {
      /** @description The user whose window ends closest before the caller's; null for the first user. Two people are neither neighbours nor in one squad if one blocks the other. */
      beforeUser: components["schemas"]["WorkoutChainUser"] | null;
      currentUser: components["schemas"]["WorkoutChainUser"];
      /** @description Null for the last. */
      afterUser: components["schemas"]["WorkoutChainUser"] | null;
      teamColor: components["schemas"]["WorkoutTeamColor"];
      squad: components["schemas"]["WorkoutSquad"] | null;
    };
    WorkoutChainUser: components["schemas"]["PersonCard"] & {
      /** @description This and the fields below are null when the caller blocks the user or is blocked by them. */
      city: string | null;
      /** @description By the clock of the time zone. */
      windowStartTime: string | null;
      windowEndTime: string | null;
      timezone: string | null;
      /**
       * Format: date-time
       * @description The start of the window as a moment.
       */
      opensAt: string | null;
      /** Format: date-time */
      closesAt: string | null;
      checkedIn: boolean | null;
      status: components["schemas"]["WorkoutDayStatus"] | null;
    };
    WorkoutSquad: {
      /** Format: uuid */
      id: string;
      user1: components["schemas"]["WorkoutChainUser"] | null;
      user2: components["schemas"]["WorkoutChainUser"] | null;
      /** @description Null in a squad of two. */
      user3: components["schemas"]["WorkoutChainUser"] | null;
      teamColor: components["schemas"]["WorkoutTeamColor"];
    };
    WorkoutTeamStats: {
      totalMembers: number;
      /** @description The synthetic users among the members. */
      synthetic: number;
      completed: number;
      failed: number;
      /** @description Neither completed nor failed yet. */
      pending: number;
      completionRate: number;
      /** @description Of verified check-ins. */
      totalChips: number;
    };
    WorkoutTeam: {
      members: number;
      /** @description Synthetic users. */
      ai: number;
      real: number;
      squads: {
        /** Format: uuid */
        id: string;
        members: {
          /** Format: uuid */
          id: string;
          handle: string;
          full_name: string | null;
          /** @description Whether the service plays this user. Show it beside the name. */
          is_synthetic: boolean;
          is_ai: boolean;
        }[];
      }[];
    };
    WorkoutDayClosingRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        failed: number;
        synthetic: number;
        broken: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    WorkoutReminderRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        sent: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    WorkoutDay: {
      /** Format: date */
      date: string;
      /** @description The colour that the caller wore; null without a place in the chains. */
      teamColor: components["schemas"]["WorkoutTeamColor"] | null;
      status: components["schemas"]["WorkoutDayStatus"] & unknown;
      checkin: components["schemas"]["WorkoutCheckIn"] | null;
    };
    FlaggedWorkoutCheckIn: components["schemas"]["WorkoutCheckIn"] & {
      user: components["schemas"]["PersonCard"];
    };
    WorkoutMosaic: {
      /**
       * Format: uri
       * @description A public PNG, with another address after each generation; null when somebody has withdrawn a photo from it, until the next generation.
       */
      imageUrl: string | null;
      /** Format: date */
      date: string;
      sections: {
        /** Format: uuid */
        userId: string;
        userName: string;
        /** @description Whether the service plays this user. Show it beside the name. */
        isSynthetic: boolean;
        /** @enum {string} */
        status: "completed" | "failed" | "pending";
        /** @description In pixels of the picture. */
        coordinates: {
          x: number;
          y: number;
          width: number;
          height: number;
        };
        teamColor: components["schemas"]["WorkoutTeamColor"];
      }[];
      stats: {
        totalParticipants: number;
        completed: number;
        failed: number;
        pending: number;
        /** @description The synthetic users among the participants. */
        synthetic: number;
      };
    };
    WorkoutMosaics: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        drawn: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    WorkoutBattle: {
      /** Format: uuid */
      id: string;
      /**
       * Format: date
       * @description A Monday.
       */
      week_start_date: string;
      /**
       * Format: date
       * @description The Sunday.
       */
      week_end_date: string;
      red_team_chips: number;
      blue_team_chips: number;
      red_team_robot_power: number;
      blue_team_robot_power: number;
      /** @enum {string} */
      battle_status: "pending" | "in_progress" | "completed";
      winner: components["schemas"]["WorkoutBattleWinner"] | null;
      battle_result: components["schemas"]["WorkoutBattleResult"] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    WorkoutBattleWinner: "red" | "blue" | "tie";
    WorkoutBattleResult: {
      redRobotPower: number;
      blueRobotPower: number;
      /** @description The mean of both powers. */
      badGuyPower: number;
      /** @description Three to five. */
      rounds: {
        round: number;
        redDamage: number;
        blueDamage: number;
        badGuyDamage: number;
      }[];
      finalOutcome: string;
    };
    WorkoutBattleTeam: {
      totalChips: number;
      robotPower: number;
      members: {
        /** Format: uuid */
        user_id: string;
        full_name: string | null;
        /** @description Whether the service plays this user. Show it beside the name. */
        is_synthetic: boolean;
        chips: number;
      }[];
    };
    WorkoutAiUser: {
      /**
       * Format: uuid
       * @description The id of the record, by which it is deleted.
       */
      id: string;
      /** Format: uuid */
      user_id: string;
      region: string;
      city: string;
      state: string;
      timezone: string;
      activity_type: components["schemas"]["WorkoutActivityType"];
      window_start_time: string;
      window_end_time: string;
      check_in_probability: number;
      is_active: boolean;
      /** Format: date-time */
      created_at: string;
      profile: components["schemas"]["PersonCard"] & {
        is_ai: boolean;
      };
    };
    WorkoutAiUserConfig: {
      regions?: {
        "West Coast"?: number;
        "East Coast"?: number;
        Midwest?: number;
        South?: number;
        "Mountain West"?: number;
      };
      activities?: {
        cardio?: number;
        strength?: number;
        walk?: number;
        meditation?: number;
        reading?: number;
        homework?: number;
        other?: number;
      };
      time_slots?: {
        "6-8am"?: number;
        "8-10am"?: number;
        "12-2pm"?: number;
        "2-4pm"?: number;
        "4-6pm"?: number;
        "6-8pm"?: number;
      };
      /** @description Default: 0.85. */
      check_in_probability?: number;
      /** @description The same seed, configuration and count give the same users, except for ids and handles. Random when missing. */
      seed?: string | number;
    };
    MyDrops: {
      /**
       * Format: date
       * @description The day, in the caller's time zone.
       */
      date: string;
      daily_allowance: number;
      drops_used: number;
      /** @description Earned on this day by engagement with drops of the caller. */
      bonus_drops_earned: number;
      /** @description Remaining drops: allowance and bonus without the used drops. */
      total_available: number;
      /** @description Used drops without a template. */
      custom_used: number;
      custom_max: number;
    };
    Drop: {
      /** Format: uuid */
      id: string;
      drop_type: components["schemas"]["SentDropType"];
      /** @description The template's; null without one. */
      title: string | null;
      /** @description May be empty, with a recording or media. */
      content: string;
      media_url: string | null;
      /** @enum {string|null} */
      media_type: "music" | "video" | null;
      thumbnail_url: string | null;
      /** Format: date-time */
      date_sent: string;
      /**
       * Format: date-time
       * @description Null while it is unread.
       */
      read_at: string | null;
      /**
       * Format: date-time
       * @description When the recipient said thanks.
       */
      thanked_at: string | null;
      /** Format: uuid */
      sender_id: string;
      /** Format: uuid */
      recipient_id: string;
      /** Format: uuid */
      template_id: string | null;
      /** Format: uuid */
      entry_id: string | null;
      /** @description The drops that engagement earns the sender. */
      bonus_drops: number;
      bonus_drops_awarded: number;
      /** Format: date-time */
      engagement_window_ends_at: string;
      engagement_increased: boolean;
      /**
       * Format: date-time
       * @description When the drop was found engaged or its window had closed; null while it is open.
       */
      settled_at: string | null;
    };
    /**
     * @description As of a template, or `custom`: a spoken cheer.
     * @enum {string}
     */
    SentDropType: "encouragement" | "media" | "science_tidbit" | "custom";
    ReceivedDrop: {
      /** Format: uuid */
      id: string;
      drop_type: components["schemas"]["SentDropType"];
      /** @description The template's; null without one. */
      title: string | null;
      /** @description May be empty, with a recording or media. */
      content: string;
      media_url: string | null;
      /** @enum {string|null} */
      media_type: "music" | "video" | null;
      thumbnail_url: string | null;
      /** Format: date-time */
      date_sent: string;
      /**
       * Format: date-time
       * @description Null while it is unread.
       */
      read_at: string | null;
      /**
       * Format: date-time
       * @description When the recipient said thanks.
       */
      thanked_at: string | null;
      /** @description Further data of the assistant's drops; empty for drops of users. */
      data: {
        [key: string]: unknown;
      };
      /** @description Null when the sender blocks the caller. */
      sender: components["schemas"]["PersonCard"] | null;
      /** @description The entry that the drop is about; null when there is none, or when the caller may not see it. */
      entry: {
        /** Format: uuid */
        id: string;
        title: string;
      } | null;
      /** @description Null for a drop that is not spoken, and while one of the two blocks the other. */
      recording: components["schemas"]["DropRecording"] | null;
    };
    DropRecording: {
      /**
       * Format: uri
       * @description Opens the file for ten minutes at least, for anyone who knows it; null when the file is missing.
       */
      url: string | null;
      duration_s: number;
    };
    SentDrop: {
      /** Format: uuid */
      id: string;
      drop_type: components["schemas"]["SentDropType"];
      /** @description The template's; null without one. */
      title: string | null;
      /** @description May be empty, with a recording or media. */
      content: string;
      media_url: string | null;
      /** @enum {string|null} */
      media_type: "music" | "video" | null;
      thumbnail_url: string | null;
      /** Format: date-time */
      date_sent: string;
      /**
       * Format: date-time
       * @description Null while it is unread.
       */
      read_at: string | null;
      /**
       * Format: date-time
       * @description When the recipient said thanks.
       */
      thanked_at: string | null;
      /** @description Null when the account no longer exists, or the recipient blocks the caller. */
      recipient: components["schemas"]["PersonCard"] | null;
      /** @description The entry that the drop is about; null when there is none, or when the caller may not see it. */
      entry: {
        /** Format: uuid */
        id: string;
        title: string;
      } | null;
      /** @description The drops that engagement earns the sender. */
      bonus_drops: number;
      bonus_drops_awarded: number;
      /** Format: date-time */
      engagement_window_ends_at: string;
      engagement_increased: boolean;
      /**
       * Format: date-time
       * @description When the drop was found engaged or its window had closed; null while it is open.
       */
      settled_at: string | null;
    };
    CheerRecording: {
      /** Format: uuid */
      id: string;
      duration_s: number;
    };
    DropTemplate: {
      /** Format: uuid */
      id: string;
      drop_type: components["schemas"]["DropType"];
      title: string;
      content: string;
      media_url: string | null;
      /** @enum {string|null} */
      media_type: "music" | "video" | null;
      thumbnail_url: string | null;
      is_approved: boolean;
      usage_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /**
     * @description `encouragement`: personal words; `media`: a link to music or a video; `science_tidbit`: a fact backed by science.
     * @enum {string}
     */
    DropType: "encouragement" | "media" | "science_tidbit";
    DropConfig: {
      /** @description Drops of each user and day, without bonus drops. */
      daily_allowance: number;
      bonus_drops_per_engagement: number;
      engagement_window_hours: number;
      /** @description The drops of a day without a template. */
      max_custom_drops_per_day: number;
    };
    EngagementRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        engaged: number;
        expired: number;
        bonus_drops: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    DailyDropsRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        generated: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    Badge: {
      /** Format: uuid */
      user_id: string;
      /** @description From 1. */
      level: number;
      name: string | null;
      display_name: string | null;
      emoji: string | null;
      color: string | null;
      total_drops_sent: number;
      /** @description Drops whose recipients wrote something within the engagement window. */
      total_engagement_increases: number;
      /** @description Engagement increases by settled drops, 0 to 1; null while none is settled. */
      success_rate: number | null;
      bonus_drops_earned: number;
      /** @description Days in a row with a drop sent, up to today or yesterday, in the time zone of the user. */
      consecutive_days: number;
      longest_streak: number;
      /** @description Progress towards the next level, 0 to 1; 1 at the last level. */
      progress_to_next: number;
      /**
       * Format: date-time
       * @description Null before the first drop.
       */
      updated_at: string | null;
    };
    BadgeMilestone: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /** @description From 1. */
      level: number;
      /** Format: date-time */
      achieved_at: string;
      total_drops_sent: number;
      total_engagement_increases: number;
      /** @description Engagement increases by settled drops, 0 to 1; null while none is settled. */
      success_rate: number | null;
    };
    BadgeDefinition: {
      /** @description From 1. */
      level: number;
      name: string;
      display_name: string;
      description: string;
      emoji: string;
      color: string;
      min_engagement_increases: number;
      /** @description Null for no requirement. */
      min_success_rate: number | null;
      /** @description The required length of the longest streak; null for no requirement. */
      min_consecutive_days: number | null;
    };
    LeaderboardRow: {
      /** @description Equal results share a rank. */
      rank: number;
      /** Format: uuid */
      user_id: string;
      handle: string;
      full_name: string | null;
      avatar_url: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean;
      /** @description From 1. */
      level: number;
      total_engagement_increases: number;
      /** @description Engagement increases by settled drops, 0 to 1; null while none is settled. */
      success_rate: number | null;
      total_drops_sent: number;
    };
    SubscriptionPrice: {
      /** @description The `priceId` of a checkout. */
      id: string;
      /** @description The product's name. */
      name: string;
      /** @description In the smallest unit of the currency, such as cents. */
      amount: number;
      currency: string;
      /** @enum {string} */
      interval: "day" | "week" | "month" | "year";
      /** @description The number of intervals that a payment is for. */
      interval_count: number;
    };
    Subscription: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      payment_customer_id: string;
      payment_subscription_id: string;
      /** @description The status at the provider; only `active` is premium. */
      status: string;
      price_id: string | null;
      /**
       * Format: date-time
       * @description The end of the paid period.
       */
      current_period_end: string | null;
      /**
       * Format: date-time
       * @description When the subscription will end; null while it renews.
       */
      cancel_at: string | null;
      cancel_at_period_end: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ToneAnalysis: {
      primaryTone: components["schemas"]["Tone"] & unknown;
      /** @description The tones of the text, strongest first. */
      tones: {
        tone: components["schemas"]["Tone"];
        score: number;
      }[];
      sentiment: components["schemas"]["Sentiment"];
      /** @description The model's confidence in the primary tone. */
      confidence: number;
    };
    /**
     * @default standard
     * @enum {string}
     */
    ImageQuality: "standard" | "hd";
    MonthlyUsage: {
      total_tokens: number;
      total_cost_usd: number;
      calls: number;
      tone: components["schemas"]["UsageOfAKind"];
      images: components["schemas"]["UsageOfAKind"] & unknown;
      packs: components["schemas"]["UsageOfAKind"] & unknown;
      other: components["schemas"]["UsageOfAKind"] & unknown;
    };
    /** @description Tone analysis, automatic moods included. */
    UsageOfAKind: {
      /** @description Input and output together. */
      tokens: number;
      /** @description Images that were made. */
      images: number;
      cost_usd: number;
    };
    TonePackOverview: {
      packs: {
        own: components["schemas"]["TonePack"][];
        shared: components["schemas"]["TonePack"][];
        public: components["schemas"]["TonePack"][];
        purchased: components["schemas"]["TonePack"][];
      };
      /**
       * Format: uuid
       * @description The pack whose images the caller's entries show; null when there is none, or when the caller may no longer use it.
       */
      active_tone_pack_id: string | null;
      /** @description Pages are those of one scope. */
      next_cursor: null;
    };
    TonePack: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description Null when the owner's account no longer exists.
       */
      owner_id: string | null;
      name: string;
      description: string;
      theme: components["schemas"]["TonePackTheme"];
      is_public: boolean;
      price_drops: number;
      /** @description Number of tones with an image, hidden images included. */
      image_count: number;
      /** @description The tones with an image, hidden images included. */
      tones: components["schemas"]["Tone"][];
      /** @description True when the caller may use the pack: the caller owns or has purchased it, it is shared with the caller, or it is public and free. */
      is_usable: boolean;
      is_purchased: boolean;
      /** @description All images for callers who may use the pack, otherwise none. */
      images: components["schemas"]["ToneImage"][];
      /** @description Up to three images for everyone. */
      preview: components["schemas"]["ToneImage"][];
      /** @description The users the pack is shared with; null for callers other than the owner. */
      shares: components["schemas"]["TonePackShare"][] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    TonePackTheme:
      | "origami"
      | "animals"
      | "nature"
      | "abstract"
      | "geometric"
      | "minimalist"
      | "watercolor"
      | "line-art"
      | "icons"
      | "emojis"
      | "shapes"
      | "patterns";
    ToneImage: {
      tone: components["schemas"]["Tone"];
      /**
       * Format: uri
       * @description A public address.
       */
      url: string;
    };
    TonePackShare: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description Null for a share by e-mail address.
       */
      user_id: string | null;
      /** @description The address given by the owner, whether or not a user has it; null for a share by id. */
      email: string | null;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    TonePackScope: "own" | "shared" | "public" | "purchased";
    TonePackPurchase: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      user_id: string;
      /** Format: uuid */
      tone_pack_id: string;
      /** @description The price paid. */
      price_drops: number;
      /** @description The id of the drop transaction. */
      ledger_id: number;
      /** Format: date-time */
      created_at: string;
    };
    ChatSettings: {
      /** @description Whether the assistant may read the caller's entries and goals: in the chat, and for the daily analysis. */
      read_notes_enabled: boolean;
      /** @description Whether the assistant may write to the caller on its own. Users with both settings get a drop a day. */
      check_in_enabled: boolean;
    };
    NoteAnalysis: {
      summary: string;
      mood_trends: components["schemas"]["MoodTrends"];
      /** @description The topics of the entries. */
      topics: string[];
      /** @description The patterns that recur in the entries. */
      patterns: string[];
      recommendations: string;
      insights: components["schemas"]["NoteInsights"];
      /** Format: uuid */
      id: string;
      /**
       * Format: date
       * @description The day (UTC) on which it was made.
       */
      analysis_date: string;
      /** @description How many entries it is about: the latest 50 of seven days at most. */
      entry_count: number;
      /** Format: date-time */
      created_at: string;
    };
    MoodTrends: {
      direction: components["schemas"]["MoodDirection"];
      /** @description The tones of the week, strongest first. */
      tones: components["schemas"]["Tone"][];
    };
    /** @enum {string} */
    MoodDirection: "improving" | "steady" | "declining" | "mixed";
    NoteInsights: {
      /** @description The things that the writer is grateful for. */
      gratitude: string[];
      /** @description The difficulties of the writer. */
      challenges: string[];
      /** @description The wishes and plans of the writer. */
      goals: string[];
      /** @description The achievements of the writer. */
      achievements: string[];
    };
    /** @description The data of a server-sent event: a piece of the answer, or what the assistant looks up, and at the end the stored message, or why the answer breaks off. */
    ChatEvent: {
      /** @description A piece of the text. */
      delta: string;
    } | {
      /** @description The assistant looks something up, by the name of a tool. */
      tool: string;
    } | {
      /** @enum {boolean} */
      done: true;
      message: components["schemas"]["ChatMessage"];
    } | {
      /** @description For people. A message about one field begins with the field's name. */
      error: string;
      code: components["schemas"]["ErrorCode"];
    };
    ChatMessage: {
      /** Format: uuid */
      id: string;
      role: components["schemas"]["ChatRole"];
      /** @description Markdown. In an answer, sentences end with the marks of the entries that they stand on, such as `[1]`. */
      content: string;
      /** @description True for an answer that was cut off: by its length, the provider or a closed connection. */
      incomplete: boolean;
      /** @description The caller's entries that this answer cites, at most 20, in the order of their marks; without entries that were deleted since, whose marks stay in the content. Empty where an answer cites nothing. */
      sources: components["schemas"]["ChatSource"][];
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    ChatRole: "user" | "assistant";
    ChatSource: {
      /** @description The number of the entry in the content: `[1]` for 1. */
      mark: number;
      /** Format: uuid */
      entry_id: string;
      title: string;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
    };
    NoteAnalysisRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        successful: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    Calculator: {
      id: components["schemas"]["CalculatorId"];
      title: string;
      inputs: components["schemas"]["CalculatorInput"][];
      outputs: components["schemas"]["CalculatorOutput"][];
      objective: components["schemas"]["Objective"];
    };
    /** @enum {string} */
    CalculatorId: "resonance" | "coil" | "impedance" | "electrolysis" | "pulsed_dc" | "plasma";
    CalculatorInput: {
      name: string;
      label: string;
      /** @description An SI unit; `1` for a number without dimension. */
      unit: string;
      min: number;
      max: number;
      default: number;
      /** @description The number of values in a grid search without a range of its own; 1 keeps the default. */
      steps: number;
      /** @description The meanings of the whole numbers from `min` to `max` of a choice; null for other inputs. */
      options: string[] | null;
    };
    CalculatorOutput: {
      name: string;
      label: string;
      unit: string;
      /** @description The formula in words. */
      formula: string;
    };
    Objective: {
      /** @description The name of an output. */
      name: string;
      /** @enum {string} */
      direction: "maximize" | "minimize";
      unit: string;
    };
    CalculatedValue: {
      name: string;
      label: string;
      value: number;
      unit: string;
    };
    DreamWithAuthor: components["schemas"]["Dream"] & {
      /** @description Null for a template whose author has deleted the account, and when the author blocks the caller. */
      author: components["schemas"]["PersonCard"] | null;
    };
    /** @enum {string} */
    SafetyLevel: "adult_only" | "classroom_safe" | "with_supervision";
    PredictedValues: {
      calculator: components["schemas"]["CalculatorId"];
      optimal_inputs: {
        [key: string]: number;
      };
      outputs: {
        label: string;
        value: number;
        unit: string;
      }[];
    };
    Dream: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The author; null for a template whose author has deleted the account.
       */
      user_id: string | null;
      title: string;
      description: string;
      calculator: components["schemas"]["CalculatorId"] | null;
      steps: {
        title: string;
        done: boolean;
      }[];
      is_template: boolean;
      /** @description Whether everyone signed in sees it. */
      is_public: boolean;
      safety_level: components["schemas"]["SafetyLevel"];
      /** @enum {string|null} */
      min_grade_band: "K-5" | "6-8" | "9-12" | null;
      /** @description The golden spec of a template. */
      predicted_values: components["schemas"]["PredictedValues"] | null;
      /** @description The version of the golden spec; a replaced spec is the next one. */
      spec_version: number | null;
      /** Format: uuid */
      cloned_from: string | null;
      clone_count: number;
      /** @description Users who completed it or a clone of it. */
      completion_count: number;
      /** @description Users who built it or a clone of it. */
      build_count: number;
      /** Format: date-time */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description When it was written, as the client says; lists sort by it.
       */
      written_at: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    GradeBand: "K-5" | "6-8" | "9-12";
    TemplateWithDetails: components["schemas"]["DreamWithAuthor"] & {
      /** @description Approved videos, featured ones first. */
      videos: components["schemas"]["DreamVideo"][];
      convergence: components["schemas"]["Convergence"];
      /** @description The caller's own, that of the latest `spec_version` first. */
      replications: components["schemas"]["Replication"][];
    };
    DreamVideo: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      dream_id: string;
      url: string;
      title: string;
      /** Format: uuid */
      submitted_by: string | null;
      status: components["schemas"]["SubmissionStatus"];
      is_featured: boolean;
      /** @description The reason of a declined submission; its submitter and super admins see it. */
      decline_reason: string | null;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    SubmissionStatus: "pending" | "approved" | "declined";
    Convergence: {
      /** @description The version of the golden spec that these replications replicate. */
      spec_version: number | null;
      status: components["schemas"]["ConvergenceStatus"];
      /** @description Users who measured every value within 5 %. */
      confirmations: number;
      refutations: number;
      /** @description Values more than 2 standard deviations from the mean of all before them. */
      anomalies: number;
      values: {
        label: string;
        unit: string;
        predicted: number;
        mean: number | null;
        /** @description The standard deviation of the sample; null below 2 values. */
        stddev: number | null;
        n: number;
      }[];
    };
    /**
     * @description `robust` from the 50th confirmation on.
     * @enum {string}
     */
    ConvergenceStatus: "collecting" | "robust";
    Replication: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The template, or the clone that was measured; null when it is deleted.
       */
      dream_id: string | null;
      /** Format: uuid */
      template_id: string;
      /** @description The version of the golden spec; a replaced spec is the next one. */
      spec_version: number;
      /** Format: uuid */
      user_id: string;
      status: components["schemas"]["ReplicationStatus"];
      measured_values: {
        [key: string]: number;
      };
      /** @description Measured minus predicted, by label. */
      delta_values: {
        [key: string]: number;
      };
      /** @description Labels of values that are anomalies. */
      anomalies: string[];
      /** @description False for the template's own author, whose replication does not count. */
      is_counted: boolean;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    ReplicationStatus: "confirmed" | "refuted";
    ProgressReport: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      dream_id: string;
      /** Format: uuid */
      user_id: string;
      content: string;
      /** Format: date-time */
      created_at: string;
    };
    CompetitionWithEntry: components["schemas"]["Competition"] & {
      /** @description The caller's own. */
      entry: components["schemas"]["OwnCompetitionEntry"] | null;
    };
    OwnCompetitionEntry: components["schemas"]["CompetitionEntry"] & {
      /** @description As on the leaderboard; null until it has been computed with this entry. */
      rank: number | null;
      score: number | null;
    };
    CompetitionEntry: {
      /** Format: uuid */
      competition_id: string;
      /** Format: uuid */
      user_id: string;
      /** Format: uuid */
      dream_id: string;
      /** Format: date-time */
      created_at: string;
    };
    Competition: {
      /** Format: uuid */
      id: string;
      title: string;
      description: string;
      /** @description Only super admins list an inactive competition. */
      is_active: boolean;
      /** @description Whether it takes entries and is scored. */
      entry_open: boolean;
      /** Format: date-time */
      starts_at: string;
      /** Format: date-time */
      ends_at: string;
      scoring_config: {
        /** @description Points for each user who did so. */
        weights: {
          clone: number;
          completion: number;
          replication_confirmed: number;
          replication_refuted: number;
          build: number;
        };
      };
      /** Format: date-time */
      last_scored_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    CompetitionScore: {
      /** @description Equal scores have equal ranks. */
      rank: number;
      /** Format: uuid */
      user_id: string;
      full_name: string | null;
      /** @description Null, as the other fields of the person, when the person blocks the caller or the account no longer exists. */
      handle: string | null;
      /** @description Whether the service plays this user. Show it beside the name. */
      is_synthetic: boolean | null;
      /** Format: uuid */
      dream_id: string;
      score: number;
      /** @description How many users did what. */
      breakdown: {
        clone: number;
        completion: number;
        replication_confirmed: number;
        replication_refuted: number;
        build: number;
      };
    };
    RelayMessage: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      from_user_id: string;
      /** Format: uuid */
      to_participant_id: string;
      subject: string;
      message: string;
      /**
       * @description `pending` until the weekly digest.
       * @enum {string}
       */
      delivery_status: "pending" | "delivered" | "skipped";
      /** Format: date-time */
      created_at: string;
    };
    StepPromptRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        prompted: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    PublicSponsor: {
      /** Format: uuid */
      id: string;
      name: string;
      tier: components["schemas"]["SponsorTier"];
      /** Format: date-time */
      applied_at: string;
    };
    /** @enum {string} */
    SponsorTier: "supporter" | "partner" | "patron";
    Sponsor: components["schemas"]["PublicSponsor"] & {
      status: components["schemas"]["SubmissionStatus"];
      /** @description The reason of a declined submission; its submitter and super admins see it. */
      decline_reason: string | null;
      contact_email: string;
      contact_name: string;
    };
    PublicOpportunity: {
      /** Format: uuid */
      id: string;
      kind: components["schemas"]["OpportunityKind"];
      title: string;
      organization_name: string;
      description: string;
      url: string | null;
      /** Format: date */
      deadline: string | null;
      /** Format: date-time */
      created_at: string;
    };
    /** @enum {string} */
    OpportunityKind: "internship" | "scholarship" | "fellowship" | "mentorship";
    Opportunity: components["schemas"]["PublicOpportunity"] & {
      /** Format: uuid */
      submitted_by: string | null;
      status: components["schemas"]["SubmissionStatus"];
      /** @description The reason of a declined submission; its submitter and super admins see it. */
      decline_reason: string | null;
    };
    RecomputeRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        competitions: number;
        scores: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    OutreachDigestRun: {
      success: boolean;
      message: string;
      /**
       * @description A key or a provider is not configured: nothing was done, and `message` names what is missing.
       * @enum {string}
       */
      skipped?: "not_configured";
      results: {
        total: number;
        delivered: number;
        skipped: number;
        failed: number;
        remaining: number;
        /** @description The first hundred errors. */
        errors: string[];
      };
    };
    McpResult: {
      /** @enum {string} */
      jsonrpc: "2.0";
      id: string | number;
      result: {
        [key: string]: unknown;
      };
    };
    McpError: {
      /** @enum {string} */
      jsonrpc: "2.0";
      id?: string | number;
      error: {
        code: number;
        message: string;
        data?: {
          [key: string]: unknown;
        };
      };
    };
    ProtectedResource: {
      resource: string;
      authorization_servers: string[];
      scopes_supported: components["schemas"]["Scope"][];
      bearer_methods_supported: "header"[];
      resource_name: string;
    };
    OauthRequest: {
      /** Format: uuid */
      id: string;
      client: components["schemas"]["OauthProgram"];
      /** @description Where the decision is sent: a host, or the scheme of a program's own. */
      redirect_host: string;
      scopes: components["schemas"]["Scope"][];
      /** @description The address that the program may use. */
      resource: string;
      /** Format: date-time */
      expires_at: string;
    };
    AdminUser: {
      /** Format: uuid */
      id: string;
      handle: string;
      full_name: string | null;
      avatar_url: string | null;
      email: string | null;
      role: components["schemas"]["UserRole"];
      /** @description False for a blocked user. */
      is_active: boolean;
      /** @description True for a synthetic user. */
      is_ai: boolean;
      is_classroom: boolean;
      drops_balance: number;
      /** @description Usage of AI in the current calendar month (UTC). */
      token_usage: {
        total_tokens: number;
        total_cost_usd: number;
        tone: components["schemas"]["UsageOfAKind"];
        images: components["schemas"]["UsageOfAKind"] & unknown;
        packs: components["schemas"]["UsageOfAKind"] & unknown;
        other: components["schemas"]["UsageOfAKind"] & unknown;
        /** @description The tokens in drops at the current rate; null when no rate is set. */
        drops_equivalent: number | null;
      };
      /** Format: date-time */
      created_at: string;
    };
    LedgerEntry: {
      /** @description Increases with each entry of a user. */
      id: number;
      /** Format: uuid */
      user_id: string;
      /** @description Negative for spent drops. */
      delta: number;
      balance_after: number;
      type: components["schemas"]["DropTransactionType"];
      reason: string;
      /** @description The part of the service that posted it. */
      source: string;
      /** Format: uuid */
      reference_id: string | null;
      /** Format: date-time */
      created_at: string;
    };
    DropsAdjustment: {
      id: number;
      /** Format: uuid */
      user_id: string;
      amount: number;
      balance_after: number;
      /** @enum {string} */
      type: "admin_adjustment";
      description: string;
      /** Format: uuid */
      reference_id: string | null;
      /** Format: date-time */
      created_at: string;
    };
    AuditedAct: {
      id: number;
      /**
       * Format: uuid
       * @description The super admin; null when the service acted on its own.
       */
      actor_id: string | null;
      act: string;
      target_type: string;
      target_id: string | null;
      /** @description The state before the act; null for none. */
      before: Record<string, never> | string | number | boolean | null;
      /** @description The state after the act; null for none. */
      after: Record<string, never> | string | number | boolean | null;
      reason: string | null;
      /** @description The `x-request-id` of the request. */
      request_id: string | null;
      /** Format: date-time */
      created_at: string;
    };
    Impersonation: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      admin_id: string;
      /** Format: uuid */
      target_id: string;
      reason: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The time until which the link can be redeemed.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description The time when the link was redeemed.
       */
      used_at: string | null;
      /**
       * Format: uuid
       * @description The session of the target that the link has started.
       */
      session_id: string | null;
      /**
       * Format: date-time
       * @description The time when the session was stopped, or was ended because it was no longer allowed.
       */
      ended_at: string | null;
    };
    ListedImpersonation: components["schemas"]["Impersonation"] & {
      admin: components["schemas"]["PersonCard"] | null;
      target: components["schemas"]["PersonCard"] | null;
    };
    ConversionRate: {
      /** Format: uuid */
      id: string;
      tokens_per_drop: number;
      /** Format: date-time */
      effective_from: string;
      /** Format: uuid */
      set_by: string | null;
      note: string | null;
      /** Format: date-time */
      created_at: string;
    };
    AdminOrganization: {
      /** Format: uuid */
      id: string;
      name: string;
      description: string;
      owner: components["schemas"]["PersonCard"];
      /** @description Includes the owner. */
      member_count: number;
      team_count: number;
      /** @description The newest 100 teams. */
      teams: components["schemas"]["AdminTeam"][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    AdminTeam: {
      /** Format: uuid */
      id: string;
      name: string;
      admin: components["schemas"]["PersonCard"];
      member_count: number;
      /** Format: date-time */
      created_at: string;
    };
    FeatureFlag: {
      description: string;
      /** @description Enables the flag for everyone. */
      enabled: boolean;
      /** @description Enables the flag for this share of the users. The same users are always chosen, and a larger share includes the users of a smaller one. */
      percentage: number;
      /** @description Enables the flag for these users. Replaces the whole list. */
      user_ids: string[];
      key: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    RoadmapTask: {
      /** Format: uuid */
      id: string;
      title: string;
      description: string;
      status: components["schemas"]["RoadmapStatus"];
      priority: components["schemas"]["RoadmapPriority"];
      /** Format: date */
      target_date: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    RoadmapStatus: "planned" | "in_progress" | "done" | "dropped";
    /** @enum {string} */
    RoadmapPriority: "low" | "medium" | "high";
    SiteSetting: {
      key: components["schemas"]["SiteSettingKey"];
      /** @description `signups_open`, `chat_enabled`: boolean. `maintenance_message` (up to 500 characters), `support_email`, `chat_model` and `chat_system_prompt` (up to 8,000): text, or null for none. `default_theme`: text. `chat_max_context_entries`: integer from 0 to 50. `ai_daily_cost_limit`: USD for the AI calls of all users on a day (UTC), a quarter of it for one user, null for no limit; further calls answer 503, those of one user 429. Of users without a subscription: `ai_free_cost_limit` is USD for the calls of one of them on a day, null for no limit of their own; `ai_free_share_percent` the part of `ai_daily_cost_limit` for all of them, an integer from 0 to 100; `ai_free_images` the images of one of them on a day, an integer from 0 to 1,000; `ai_free_hd_images`, a boolean, whether these may be of the quality `hd`. `attachments_limit_mb` and `texts_limit_mb`: room of one user in megabytes, for attachments and for texts with their former texts. `streak_freeze_price`: drops, an integer from 1 to 10,000. */
      value: boolean | number | string | null;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    SiteSettingKey:
      | "signups_open"
      | "maintenance_message"
      | "support_email"
      | "default_theme"
      | "chat_enabled"
      | "chat_model"
      | "chat_system_prompt"
      | "chat_max_context_entries"
      | "ai_daily_cost_limit"
      | "ai_free_cost_limit"
      | "ai_free_share_percent"
      | "ai_free_images"
      | "ai_free_hd_images"
      | "attachments_limit_mb"
      | "texts_limit_mb"
      | "streak_freeze_price";
    AdminPrompt: {
      /** Format: uuid */
      id: string;
      text: string;
      language: components["schemas"]["Language"];
      is_active: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    AdminReport: components["schemas"]["Report"] & {
      /** Format: uuid */
      object_id: string;
      note: string | null;
      /** @description The text as it was when it was reported, up to 2,000 characters. */
      text: string;
      /**
       * Format: uri
       * @description Opens the recording of a spoken cheer, as `url` of an attachment does; null without one, and when the report is resolved.
       */
      recording_url: string | null;
      status: components["schemas"]["ReportStatus"];
      /** @description Null after the deletion of the account. */
      reporter: components["schemas"]["PersonCard"] | null;
      /** @description The reported user, or the author of the text. */
      author: components["schemas"]["PersonCard"] | null;
      action: components["schemas"]["ReportAction"] | null;
      resolution_note: string | null;
      /** Format: date-time */
      resolved_at: string | null;
    };
    /** @enum {string} */
    ReportStatus: "open" | "resolved";
    /** @enum {string} */
    ReportAction: "none" | "removed" | "blocked";
    Import: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The user who will own the entries.
       */
      user_id: string;
      file_name: string | null;
      status: components["schemas"]["ImportStatus"];
      /** @description Number of rows in the file. */
      total: number;
      /** @description Number of rows that are imported, skipped or failed. */
      processed: number;
      imported: number;
      /** @description Number of rows whose entry exists from an earlier import. */
      skipped: number;
      failed: number;
      /** @description Invalid rows, by number: counted from 1, in CSV after the first line. */
      errors: {
        row: number;
        error: string;
      }[];
      /** @description Why the import has failed. */
      error: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
    };
    /**
     * @description `receiving`: rows are being stored. `running`: entries are being created. `failed`: ten attempts in a row have made nothing.
     * @enum {string}
     */
    ImportStatus: "receiving" | "running" | "completed" | "failed";
    KitWaitlistSignup: {
      /** Format: uuid */
      id: string;
      email: string;
      name: string | null;
      notes: string | null;
      /** @description ISO 3166-1 alpha-2. */
      country: string | null;
      /** Format: date-time */
      created_at: string;
    };
    Health: {
      status: components["schemas"]["HealthStatus"];
      warning: string | null;
      database: {
        ok: boolean;
        latency_ms: number | null;
      };
      /** @description The `COMMIT_SHA` of the deployment. */
      commit: string | null;
      /** @description Names of variables of the functions whose value has a wrong form. */
      invalid_variables: string[];
      /** @description Uptime of the isolate that answers. */
      uptime_s: number;
      migrations: {
        /** @description Number of migrations in the database. */
        applied: number | null;
        /** @description Number of migrations in this deployment. */
        local: number;
        /** @description Migrations of this deployment that the database lacks. */
        pending: string[] | null;
      };
      jobs: {
        job: string;
        /** Format: date-time */
        last_run: string | null;
        /** @description True when the job was due at least ten minutes ago and no run has completed since. */
        overdue: boolean;
        /** @description The pending work of the job, counted up to 10,000 of each kind; null when it is unknown until a run ends. */
        remaining: number | null;
        /** @description The time for which the oldest pending work has been due; null without any. */
        oldest_s: number | null;
      }[];
      /** @description AI calls; null when the database does not answer. */
      ai: {
        /** @description The cost of calls today (UTC). */
        cost_usd: number;
        /** @description The allowed cost of all calls of a day; null for no limit. */
        limit_usd: number | null;
        /** @description The part of the cost for users without a subscription. */
        free_cost_usd: number;
        /** @description The allowed cost of all calls of users without a subscription. */
        free_limit_usd: number | null;
      } | null;
      ledger: {
        /** Format: date-time */
        checked_at: string | null;
        /** @description Balances that differed from the sum of their ledger at the last reconciliation. */
        mismatches: number | null;
      };
      /** @description The figures that a lock or a slow database hides: `ai`, `migrations`, `ledger`, `jobs`, `jobs/<name>` for the work of a job, and `database` where it does not answer. */
      missing: string[];
    };
    /** @enum {string} */
    HealthStatus: "healthy" | "degraded";
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHealth: {
    parameters: {};
    responses: {
      /** @description The service answers */
      200: {
        content: {
          "application/json": {
            status: string;
            /** Format: date-time */
            timestamp: string;
          };
        };
      };
    };
  };
  getAuthorizationServer: {
    parameters: {};
    responses: {
      /** @description The metadata */
      200: {
        content: {
          "application/json": components["schemas"]["AuthorizationServer"];
        };
      };
    };
  };
  getOpenidConfiguration: {
    parameters: {};
    responses: {
      /** @description The metadata */
      200: {
        content: {
          "application/json": components["schemas"]["AuthorizationServer"];
        };
      };
    };
  };
  getOauthKeys: {
    parameters: {};
    responses: {
      /** @description No keys */
      200: {
        content: {
          "application/json": {
            keys: {
              [key: string]: unknown;
            }[];
          };
        };
      };
    };
  };
  authorize: {
    parameters: {
      query?: {
        /** @description The program: the address of its document, or its id. */
        client_id?: string;
        /** @description Where the user is sent back to. */
        redirect_uri?: string;
        /** @description `code`. */
        response_type?: string;
        /** @description Of PKCE (RFC 7636). */
        code_challenge?: string;
        /** @description `S256`. */
        code_challenge_method?: string;
        /** @description Scopes, separated by spaces. */
        scope?: string;
        /** @description Comes back unchanged. */
        state?: string;
        /** @description The address that the tokens are for (RFC 8707). */
        resource?: string;
      };
    };
    responses: {
      /** @description Leads to the page of the web application */
      302: {};
    };
  };
  getOauthTokens: {
    parameters: {};
    /** @description The form of RFC 6749 */
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          grant_type?: string;
          client_id?: string;
          code?: string;
          code_verifier?: string;
          redirect_uri?: string;
          refresh_token?: string;
          resource?: string;
        };
      };
    };
    responses: {
      /** @description The tokens */
      200: {
        content: {
          "application/json": components["schemas"]["OauthTokens"];
        };
      };
    };
  };
  revokeOauthToken: {
    parameters: {};
    /** @description The form of RFC 7009 */
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          token?: string;
          client_id?: string;
        };
      };
    };
    responses: {
      /** @description The token has ended */
      200: {
        content: {
          "application/json": Record<string, never>;
        };
      };
    };
  };
  registerOauthClient: {
    parameters: {};
    /** @description The metadata of RFC 7591 */
    requestBody: {
      content: {
        "application/json": Record<string, never>;
      };
    };
    responses: {
      /** @description The registered program */
      201: {
        content: {
          "application/json": components["schemas"]["OauthClient"];
        };
      };
    };
  };
  verifyToken: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description An access token issued by the identity provider. */
          token: string;
        };
      };
    };
    responses: {
      /** @description The user of the valid token */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["VerifiedUser"];
          };
        };
      };
    };
  };
  redeemImpersonation: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          code: string;
        };
      };
    };
    responses: {
      /** @description A session of the target; not to be cached */
      200: {
        content: {
          "application/json": {
            session: components["schemas"]["ImpersonatedSession"];
          };
        };
      };
    };
  };
  stopImpersonation: {
    parameters: {};
    responses: {
      /** @description Impersonation ended */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getProfile: {
    parameters: {};
    responses: {
      /** @description The profile */
      200: {
        content: {
          "application/json": {
            profile: components["schemas"]["Profile"];
          };
        };
      };
    };
  };
  updateProfile: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description The name for mentions, unique ignoring case. Names that speak for the service, such as `admin` and `support`, and names that look like them are reserved. */
          handle?: string;
          /** @description Without invisible characters. Null clears it. */
          full_name?: string | null;
          /** @description Null clears it. Another address than that of an uploaded picture deletes its file. */
          avatar_url?: string | null;
          preferences?: components["schemas"]["PreferencesChange"];
          /** @description A name of the IANA database: `UTC` or `Area/Location`. */
          timezone?: string;
          language?: components["schemas"]["Language"];
          /** @description True when the service may send the user's entries to the AI provider to find their moods. False stops that at once; the provider then gets a text only when the user asks for it. */
          mood_analysis_enabled?: boolean;
          /** @description Replaces the whole list. */
          blocked_user_ids?: string[];
        };
      };
    };
    responses: {
      /** @description The updated profile */
      200: {
        content: {
          "application/json": {
            profile: components["schemas"]["Profile"];
          };
        };
      };
    };
  };
  uploadAvatar: {
    parameters: {};
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file: Upload;
        };
      };
    };
    responses: {
      /** @description The profile with the new picture */
      200: {
        content: {
          "application/json": {
            profile: components["schemas"]["Profile"];
          };
        };
      };
    };
  };
  deleteAvatar: {
    parameters: {};
    responses: {
      /** @description Avatar deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listPersonalTokens: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `tokens` */
      200: {
        content: {
          "application/json": {
            tokens: components["schemas"]["PersonalToken"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createPersonalToken: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description The purpose of the token. */
          name: string;
          scopes: components["schemas"]["Scope"][];
          /** @description 1 to 366, by default 90. */
          expires_in_days?: number | null;
        };
      };
    };
    responses: {
      /** @description The token, with its secret */
      201: {
        content: {
          "application/json": {
            token: components["schemas"]["PersonalToken"];
          };
        };
      };
    };
  };
  revokePersonalToken: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Token revoked */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listGrants: {
    parameters: {};
    responses: {
      /** @description The grants */
      200: {
        content: {
          "application/json": {
            grants: components["schemas"]["Grant"][];
          };
        };
      };
    };
  };
  endGrant: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Program disconnected */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `webhooks` */
      200: {
        content: {
          "application/json": {
            webhooks: components["schemas"]["Webhook"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createWebhook: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description An https address on port 443, of a host with a public name.
           */
          url: string;
          events: components["schemas"]["WebhookEvent"][];
          description?: string | null;
        };
      };
    };
    responses: {
      /** @description The webhook, with its secret */
      201: {
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
          };
        };
      };
    };
  };
  updateWebhook: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description An https address on port 443, of a host with a public name.
           */
          url?: string;
          events?: components["schemas"]["WebhookEvent"][];
          description?: string;
          is_active?: boolean;
        };
      };
    };
    responses: {
      /** @description The webhook */
      200: {
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
          };
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Webhook deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The webhook, with its new secret */
      200: {
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
          };
        };
      };
    };
  };
  pingWebhook: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The pending delivery */
      201: {
        content: {
          "application/json": {
            delivery: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `deliveries` */
      200: {
        content: {
          "application/json": {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  resendWebhookDelivery: {
    parameters: {
      path: {
        id: string;
        deliveryId: string;
      };
    };
    responses: {
      /** @description The pending delivery */
      200: {
        content: {
          "application/json": {
            delivery: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  deliverWebhooks: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["WebhookDeliveries"];
        };
      };
    };
  };
  getCalendarAddress: {
    parameters: {};
    responses: {
      /** @description When the address was made */
      200: {
        content: {
          "application/json": {
            /**
             * Format: date-time
             * @description Null without one.
             */
            made_at: string | null;
          };
        };
      };
    };
  };
  makeCalendar: {
    parameters: {};
    responses: {
      /** @description The address */
      201: {
        content: {
          "application/json": {
            /**
             * Format: uri
             * @description Null in a repeated answer.
             */
            url: string | null;
          };
        };
      };
    };
  };
  endCalendar: {
    parameters: {};
    responses: {
      /** @description Calendar ended */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  exportAccount: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of the document, as a download */
      200: {
        content: {
          "application/json": {
            export: components["schemas"]["AccountExport"];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  exportMarkdown: {
    parameters: {
      query?: {
        /** @description Only entries written at this time or later: a timestamp, a date in UTC, or `next_from` of the archive before. */
        from?: string;
        /** @description Only entries written before this time: a timestamp, or a date in UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description The archive as a download */
      200: {
        content: {
          "application/zip": unknown;
        };
      };
    };
  };
  createOwnImport: {
    parameters: {};
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file: Upload;
        };
      };
    };
    responses: {
      /** @description The started import */
      201: {
        content: {
          "application/json": {
            import: components["schemas"]["OwnImport"];
          };
        };
      };
    };
  };
  getOwnImport: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The import */
      200: {
        content: {
          "application/json": {
            import: components["schemas"]["OwnImport"];
          };
        };
      };
    };
  };
  continueOwnImports: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["OwnImports"];
        };
      };
    };
  };
  deleteAccount: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description The account's e-mail address. */
          confirm: string;
          /**
           * @description The fate of organizations that the user owns and others belong to; without it they prevent the deletion.
           * @enum {string}
           */
          on_owned?: "hand_over";
        };
      };
    };
    responses: {
      /** @description Account deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  completeDeletions: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["Deletions"];
        };
      };
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `invitations` */
      200: {
        content: {
          "application/json": {
            invitations: components["schemas"]["ReceivedInvitation"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  acceptInvitation: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          invitation_id?: string;
          code?: string;
        };
      };
    };
    responses: {
      /** @description The organization and the team */
      200: {
        content: {
          "application/json": {
            organization: components["schemas"]["Organization"];
            /** @description The same team; null when the invitation has ended and the caller is not a member of the organization. */
            team: {
              /** Format: uuid */
              id: string;
              name: string;
            } | null;
          };
        };
      };
    };
  };
  declineInvitation: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Invitation declined */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getCalendar: {
    parameters: {
      path: {
        secret: string;
      };
    };
    responses: {
      /** @description The calendar (RFC 5545) */
      200: {
        content: {
          "text/calendar": string;
        };
      };
    };
  };
  searchUsers: {
    parameters: {
      query: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Matched literally. */
        q: string;
      };
    };
    responses: {
      /** @description A page of `users` */
      200: {
        content: {
          "application/json": {
            users: components["schemas"]["PersonCard"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  getUserCard: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The card */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["PersonCard"];
          };
        };
      };
    };
  };
  getSealedKeysOfUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The keys */
      200: {
        content: {
          "application/json": {
            account: components["schemas"]["SealedPersonKeys"];
          };
        };
      };
    };
  };
  listNotebooks: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `notebooks` */
      200: {
        content: {
          "application/json": {
            notebooks: components["schemas"]["Notebook"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createNotebook: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          name: string;
          /**
           * @description The readers of the notebook, and of the title, mood and tags of its entries. Applies to entries whose own setting is `user`. Null means `user`, the default.
           * @enum {string|null}
           */
          metadata_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * @description The readers of the content of its entries. Applies to entries whose own setting is `user`. Null means `user`, the default.
           * @enum {string|null}
           */
          content_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * Format: uuid
           * @description A team that the caller belongs to. Required for the visibility `team`; null for none.
           */
          team_id?: string | null;
          /**
           * Format: uuid
           * @description An organization that the caller belongs to. Required for the visibility `org`; null for none.
           */
          org_id?: string | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
          /** @description The first statement of the log, and the key wrapped for the caller. */
          sealed?:
            | (components["schemas"]["SignedStatement"] & {
              /** @description 80 bytes in base64url. */
              wrapped: string;
            })
            | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            notebook: components["schemas"]["Notebook"];
          };
        };
      };
      /** @description The new notebook */
      201: {
        content: {
          "application/json": {
            notebook: components["schemas"]["Notebook"];
          };
        };
      };
    };
  };
  getNotebook: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The notebook */
      200: {
        content: {
          "application/json": {
            notebook: components["schemas"]["Notebook"];
          };
        };
      };
    };
  };
  updateNotebook: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          /**
           * @description The readers of the notebook, and of the title, mood and tags of its entries. Applies to entries whose own setting is `user`. Null means `user`, the default.
           * @enum {string|null}
           */
          metadata_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * @description The readers of the content of its entries. Applies to entries whose own setting is `user`. Null means `user`, the default.
           * @enum {string|null}
           */
          content_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * Format: uuid
           * @description A team that the caller belongs to. Required for the visibility `team`; null for none.
           */
          team_id?: string | null;
          /**
           * Format: uuid
           * @description An organization that the caller belongs to. Required for the visibility `org`; null for none.
           */
          org_id?: string | null;
        };
      };
    };
    responses: {
      /** @description The updated notebook */
      200: {
        content: {
          "application/json": {
            notebook: components["schemas"]["Notebook"];
          };
        };
      };
    };
  };
  deleteNotebook: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Notebook deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getSealedNotebook: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The log and the keys */
      200: {
        content: {
          "application/json": components["schemas"]["SealedNotebook"];
        };
      };
    };
  };
  appendToSealedNotebook: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          statements: components["schemas"]["SignedStatement"][];
          wraps: components["schemas"]["SealedWrap"][];
          previous: components["schemas"]["SealedPreviousKey"][];
        };
      };
    };
    responses: {
      /** @description Appended */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getSealedAccount: {
    parameters: {};
    responses: {
      /** @description The keys */
      200: {
        content: {
          "application/json": {
            account: components["schemas"]["SealedAccount"] | null;
          };
        };
      };
    };
  };
  createSealedAccount: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description 32 bytes in base64url without padding. */
          x25519: string;
          /** @description 32 bytes in base64url without padding. */
          ed25519: string;
          /** @description The signature that ties the keys to the user, 64 bytes in base64url. */
          proof: string;
          slots: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["SealedSlotKind"];
            label: string;
            parameters: components["schemas"]["SealedSlotParameters"];
            /** @description 60 bytes in base64url without padding. */
            sealed_secret: string;
          }[];
          anew?: boolean | null;
        };
      };
    };
    responses: {
      /** @description The account */
      201: {
        content: {
          "application/json": {
            account: components["schemas"]["SealedAccount"];
          };
        };
      };
    };
  };
  listSealedSlots: {
    parameters: {};
    responses: {
      /** @description The slots */
      200: {
        content: {
          "application/json": {
            slots: components["schemas"]["SealedSlot"][];
          };
        };
      };
    };
  };
  addSealedSlot: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          id: string;
          kind: components["schemas"]["SealedSlotKind"];
          label: string;
          parameters: components["schemas"]["SealedSlotParameters"];
          /** @description 60 bytes in base64url without padding. */
          sealed_secret: string;
        };
      };
    };
    responses: {
      /** @description The slot */
      201: {
        content: {
          "application/json": {
            slot: components["schemas"]["SealedSlot"];
          };
        };
      };
    };
  };
  deleteSealedSlot: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Slot deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listSealedEnrolments: {
    parameters: {};
    responses: {
      /** @description The devices that nobody has answered yet */
      200: {
        content: {
          "application/json": {
            enrolments: components["schemas"]["SealedEnrolment"][];
          };
        };
      };
    };
  };
  beginSealedEnrolment: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          id: string;
          /** @description 32 bytes in base64url without padding. */
          public_key: string;
        };
      };
    };
    responses: {
      /** @description The enrolment */
      201: {
        content: {
          "application/json": {
            enrolment: components["schemas"]["SealedEnrolment"];
          };
        };
      };
    };
  };
  getSealedEnrolment: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The enrolment, with the answer to it */
      200: {
        content: {
          "application/json": {
            enrolment: components["schemas"]["SealedEnrolment"];
          };
        };
      };
    };
  };
  answerSealedEnrolment: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description 80 bytes in base64url without padding. */
          sealed_secret: string;
        };
      };
    };
    responses: {
      /** @description The enrolment */
      200: {
        content: {
          "application/json": {
            enrolment: components["schemas"]["SealedEnrolment"];
          };
        };
      };
    };
  };
  addAttachment: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file: Upload;
          /** Format: binary */
          thumbnail?: Upload;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          sealed?: components["schemas"]["QueryFlag"] & unknown;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            attachment: components["schemas"]["Attachment"];
          };
        };
      };
      /** @description The new attachment */
      201: {
        content: {
          "application/json": {
            attachment: components["schemas"]["Attachment"];
          };
        };
      };
    };
  };
  getAttachmentRoom: {
    parameters: {
      query: {
        /** @description The sizes of the file and of the thumbnail. */
        bytes: number;
        /** @description The `id` that the attachment will have. */
        id?: string;
        /** @description `true` for a sealed file. */
        sealed?: components["schemas"]["QueryFlag"] & unknown;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description There is room, or the attachment is there */
      200: {
        content: {
          "application/json": {
            attachment: components["schemas"]["Attachment"] | null;
          };
        };
      };
    };
  };
  deleteAttachment: {
    parameters: {
      path: {
        id: string;
        attachmentId: string;
      };
    };
    responses: {
      /** @description Attachment deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  transcribeAttachment: {
    parameters: {
      path: {
        id: string;
        attachmentId: string;
      };
    };
    responses: {
      /** @description The attachment with its transcript */
      200: {
        content: {
          "application/json": {
            attachment: components["schemas"]["Attachment"];
          };
        };
      };
    };
  };
  getEntryBackground: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The background */
      200: {
        content: {
          "application/json": {
            background: components["schemas"]["Background"];
          };
        };
      };
    };
  };
  listEntriesOnThisDay: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description The day whose former years are meant; default today. */
        date?: string;
      };
    };
    responses: {
      /** @description A page of `entries` */
      200: {
        content: {
          "application/json": {
            entries: components["schemas"]["Entry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listEntryVersions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `versions` */
      200: {
        content: {
          "application/json": {
            versions: components["schemas"]["EntryVersion"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  forgetEntryVersions: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Former texts deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  restoreEntryVersion: {
    parameters: {
      path: {
        id: string;
        versionId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description A tone or free text; null for none. */
          mood?: string | null;
        };
      };
    };
    responses: {
      /** @description The entry */
      200: {
        content: {
          "application/json": {
            entry: components["schemas"]["EntryInFull"];
          };
        };
      };
    };
  };
  listEntryComments: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `comments` */
      200: {
        content: {
          "application/json": {
            comments: components["schemas"]["EntryComment"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createEntryComment: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content?: string | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /** @description On a sealed entry, in place of `content`: a record of at most 11,864 bytes. */
          sealed?: {
            /** @description In base64url. */
            record: string;
            /** @description 64 bytes in base64url. */
            signature: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            comment: components["schemas"]["EntryComment"];
          };
        };
      };
      /** @description The new comment */
      201: {
        content: {
          "application/json": {
            comment: components["schemas"]["EntryComment"];
          };
        };
      };
    };
  };
  deleteEntryComment: {
    parameters: {
      path: {
        id: string;
        commentId: string;
      };
    };
    responses: {
      /** @description Comment deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  reactToEntry: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reaction: components["schemas"]["Reaction"];
        };
      };
    };
    responses: {
      /** @description The reaction, and all reactions to the entry */
      200: {
        content: {
          "application/json": components["schemas"]["Reacted"];
        };
      };
    };
  };
  deleteReaction: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Reaction deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  createShareLink: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description 1 to 90, by default 7. */
          expires_in_days?: number | null;
          /** @description Readers of the link have to know it. */
          passphrase?: string | null;
        };
      };
    };
    responses: {
      /** @description The link, with its code */
      201: {
        content: {
          "application/json": {
            share_link: components["schemas"]["ShareLink"];
          };
        };
      };
    };
  };
  listEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description The caller's own entries, entries shared with the caller's teams or organizations, public entries, those of friends, or all of these. For a super admin `all` is every entry, and `friends` what others see of their friends' entries. */
        scope?: components["schemas"]["EntryScope"];
        /** @description Only entries in this notebook. */
        notebook_id?: string;
        /** @description Only entries whose `effective_team_id` is this team. */
        team_id?: string;
        /** @description Only entries whose `effective_org_id` is this organization. */
        org_id?: string;
        /** @description Only entries by this author. */
        user_id?: string;
        /** @description Only entries with exactly this tag. */
        tag?: string;
        /** @description Only entries with this mood, ignoring case. */
        mood?: string;
        /** @description Only entries with these words in the title, or in the content where the caller may read it: `river run`, `"along the river"`, `river or lake`, `river -work`. */
        q?: string;
        /** @description Only entries written at this time or later: a timestamp, or a date in UTC. */
        from?: string;
        /** @description Only entries written before this time: a timestamp, or a date in UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of `entries` */
      200: {
        content: {
          "application/json": {
            entries: components["schemas"]["Entry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createEntry: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description May be empty; show the first line of the content then. */
          title?: string;
          /** @description May be empty. `@handle` and `#tag` become mentions. */
          content?: string;
          /** @description A tone or free text; null for none. */
          mood?: string | null;
          /** @description Null for none. */
          tags?: string[] | null;
          /**
           * Format: uuid
           * @description A notebook of the caller, or a sealed one of which the caller is a member; null for none.
           */
          notebook_id?: string | null;
          /**
           * @description The readers of the entry's title, mood and tags. `user` (the default) and null inherit the notebook's setting.
           * @enum {string|null}
           */
          metadata_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * @description The readers of the content, among the readers of the metadata. `user` (the default) and null inherit the notebook's setting.
           * @enum {string|null}
           */
          content_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * Format: uuid
           * @description A team that the caller belongs to. Required for the visibility `team`; null for none.
           */
          team_id?: string | null;
          /**
           * Format: uuid
           * @description An organization that the caller belongs to. Required for the visibility `org`; null for none.
           */
          org_id?: string | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
          /** @description In a sealed notebook, in place of title, content, mood and tags: a record of at most 512 KiB, sealed under the newest key for this entry, this author and the version that it will have. */
          sealed?: {
            /** @description In base64url. */
            record: string;
            /** @description 64 bytes in base64url. */
            signature: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            entry: components["schemas"]["EntryInFull"];
          };
        };
      };
      /** @description The new entry */
      201: {
        content: {
          "application/json": {
            entry: components["schemas"]["EntryInFull"];
          };
        };
      };
    };
  };
  getEntry: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The entry */
      200: {
        content: {
          "application/json": {
            entry: components["schemas"]["EntryInFull"];
          };
        };
      };
    };
  };
  updateEntry: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description May be empty; show the first line of the content then. */
          title?: string;
          /** @description May be empty. `@handle` and `#tag` become mentions. */
          content?: string;
          /** @description A tone or free text; null for none. */
          mood?: string | null;
          /** @description Null for none. */
          tags?: string[] | null;
          /**
           * Format: uuid
           * @description A notebook of the caller, or a sealed one of which the caller is a member; null for none.
           */
          notebook_id?: string | null;
          /**
           * @description The readers of the entry's title, mood and tags. `user` (the default) and null inherit the notebook's setting.
           * @enum {string|null}
           */
          metadata_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * @description The readers of the content, among the readers of the metadata. `user` (the default) and null inherit the notebook's setting.
           * @enum {string|null}
           */
          content_visibility?: "user" | "team" | "org" | "public" | null;
          /**
           * Format: uuid
           * @description A team that the caller belongs to. Required for the visibility `team`; null for none.
           */
          team_id?: string | null;
          /**
           * Format: uuid
           * @description An organization that the caller belongs to. Required for the visibility `org`; null for none.
           */
          org_id?: string | null;
          /** @description In a sealed notebook, in place of title, content, mood and tags: a record of at most 512 KiB, sealed under the newest key for this entry, this author and the version that it will have. */
          sealed?: {
            /** @description In base64url. */
            record: string;
            /** @description 64 bytes in base64url. */
            signature: string;
          } | null;
          /**
           * Format: date-time
           * @description Another time of the entry; that of a sealed entry changes together with `sealed` alone.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The updated entry */
      200: {
        content: {
          "application/json": {
            entry: components["schemas"]["EntryInFull"];
          };
        };
      };
    };
  };
  deleteEntry: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Entry deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  backfillMentions: {
    parameters: {};
    responses: {
      /** @description The progress */
      200: {
        content: {
          "application/json": components["schemas"]["MentionsProgress"];
        };
      };
    };
  };
  listEntryTemplates: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `entry_templates` */
      200: {
        content: {
          "application/json": {
            entry_templates: components["schemas"]["EntryTemplate"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createEntryTemplate: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description Null for none. */
          tags?: string[] | null;
          /**
           * Format: uuid
           * @description A notebook of the caller, or a sealed one of which the caller is a member; null for none.
           */
          notebook_id?: string | null;
          /** @description The title of the new entry. May be empty. */
          title: string;
          name: string;
          /** @description May be empty. Clients replace `{{date}}`, `{{weekday}}` and `{{prompt}}`. */
          content: string;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            entry_template: components["schemas"]["EntryTemplate"];
          };
        };
      };
      /** @description The new template */
      201: {
        content: {
          "application/json": {
            entry_template: components["schemas"]["EntryTemplate"];
          };
        };
      };
    };
  };
  updateEntryTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Null for none. */
          tags?: string[] | null;
          /**
           * Format: uuid
           * @description A notebook of the caller, or a sealed one of which the caller is a member; null for none.
           */
          notebook_id?: string | null;
          /** @description The title of the new entry. May be empty. */
          title?: string;
          name?: string;
          /** @description May be empty. Clients replace `{{date}}`, `{{weekday}}` and `{{prompt}}`. */
          content?: string;
        };
      };
    };
    responses: {
      /** @description The changed template */
      200: {
        content: {
          "application/json": {
            entry_template: components["schemas"]["EntryTemplate"];
          };
        };
      };
    };
  };
  deleteEntryTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Template deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listGoals: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only goals with this status. */
        status?: components["schemas"]["GoalStatus"] & unknown;
      };
    };
    responses: {
      /** @description A page of `goals` */
      200: {
        content: {
          "application/json": {
            goals: components["schemas"]["Goal"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createGoal: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          title: string;
          description?: string | null;
          /**
           * Format: date
           * @description Null for no date.
           */
          target_date?: string | null;
          /** @description The days on which the goal is due; null for every day. A change holds from today, a number of days from the next Monday; between days and weeks the streak begins anew with the present week. */
          schedule?: {
            /** @enum {string} */
            kind: "weekdays";
            days: number[];
          } | {
            /** @enum {string} */
            kind: "weekly";
            times: number;
          } | null;
          /** @description The unit and the target of the amounts of check-ins; null for no amounts. A change derives the statuses of today anew. */
          measure?: {
            unit: string;
            target: number;
            direction: components["schemas"]["GoalDirection"];
          } | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            goal: components["schemas"]["Goal"];
          };
        };
      };
      /** @description The new goal */
      201: {
        content: {
          "application/json": {
            goal: components["schemas"]["Goal"];
          };
        };
      };
    };
  };
  getGoal: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The goal */
      200: {
        content: {
          "application/json": {
            goal: components["schemas"]["GoalWithCheckIns"];
          };
        };
      };
    };
  };
  updateGoal: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          title?: string;
          description?: string | null;
          /**
           * Format: date
           * @description Null for no date.
           */
          target_date?: string | null;
          /** @description The days on which the goal is due; null for every day. A change holds from today, a number of days from the next Monday; between days and weeks the streak begins anew with the present week. */
          schedule?: {
            /** @enum {string} */
            kind: "weekdays";
            days: number[];
          } | {
            /** @enum {string} */
            kind: "weekly";
            times: number;
          } | null;
          /** @description The unit and the target of the amounts of check-ins; null for no amounts. A change derives the statuses of today anew. */
          measure?: {
            unit: string;
            target: number;
            direction: components["schemas"]["GoalDirection"];
          } | null;
          status?: components["schemas"]["GoalStatus"];
        };
      };
    };
    responses: {
      /** @description The updated goal */
      200: {
        content: {
          "application/json": {
            goal: components["schemas"]["Goal"];
          };
        };
      };
    };
  };
  deleteGoal: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Goal deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listGoalCheckIns: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `check_ins` */
      200: {
        content: {
          "application/json": {
            check_ins: components["schemas"]["GoalCheckIn"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createGoalCheckIn: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Required without an `amount`. With one, null lets the amounts of the date give the status: `at_least`, it is `completed` at the target, `partial` above 0, otherwise `missed`; `at_most`, `completed` up to the target, otherwise `missed`. A status that is sent stays.
           * @enum {string|null}
           */
          status?: "completed" | "partial" | "missed" | null;
          notes?: string | null;
          /** @description In the unit of the goal's measure, without which it is refused. The amounts of one date add up. */
          amount?: number | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            check_in: components["schemas"]["GoalCheckIn"];
          };
        };
      };
      /** @description The new check-in */
      201: {
        content: {
          "application/json": {
            check_in: components["schemas"]["GoalCheckIn"];
          };
        };
      };
    };
  };
  updateGoalCheckIn: {
    parameters: {
      path: {
        id: string;
        checkInId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Required without an `amount`. With one, null lets the amounts of the date give the status: `at_least`, it is `completed` at the target, `partial` above 0, otherwise `missed`; `at_most`, `completed` up to the target, otherwise `missed`. A status that is sent stays.
           * @enum {string|null}
           */
          status?: "completed" | "partial" | "missed" | null;
          notes?: string | null;
          /** @description In the unit of the goal's measure, without which it is refused. The amounts of one date add up. */
          amount?: number | null;
        };
      };
    };
    responses: {
      /** @description The updated check-in */
      200: {
        content: {
          "application/json": {
            check_in: components["schemas"]["GoalCheckIn"];
          };
        };
      };
    };
  };
  deleteGoalCheckIn: {
    parameters: {
      path: {
        id: string;
        checkInId: string;
      };
    };
    responses: {
      /** @description Check-in deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listReminders: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `reminders` */
      200: {
        content: {
          "application/json": {
            reminders: components["schemas"]["Reminder"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createReminder: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          kind: components["schemas"]["ReminderKind"];
          /**
           * Format: uuid
           * @description The caller's goal, for the kind `goal` alone.
           */
          goal_id?: string | null;
          /** @description In the time zone of the profile. A time that the clock skips comes right after the gap; a time that comes twice counts once, the first time. */
          local_time: string;
          /** @description Days of the week; Monday is 1. */
          days: number[];
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            reminder: components["schemas"]["Reminder"];
          };
        };
      };
      /** @description The new reminder */
      201: {
        content: {
          "application/json": {
            reminder: components["schemas"]["Reminder"];
          };
        };
      };
    };
  };
  updateReminder: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description In the time zone of the profile. A time that the clock skips comes right after the gap; a time that comes twice counts once, the first time. */
          local_time?: string;
          /** @description Days of the week; Monday is 1. */
          days?: number[];
        };
      };
    };
    responses: {
      /** @description The changed reminder */
      200: {
        content: {
          "application/json": {
            reminder: components["schemas"]["Reminder"];
          };
        };
      };
    };
  };
  deleteReminder: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Reminder deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  sendReminders: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["ReminderRun"];
        };
      };
    };
  };
  getInsights: {
    parameters: {
      query?: {
        /** @description The first day; default 29 days before `to`. At most 366 days. */
        from?: string;
        /** @description The last day; default today. */
        to?: string;
      };
    };
    responses: {
      /** @description The insights */
      200: {
        content: {
          "application/json": {
            insights: components["schemas"]["Insights"];
          };
        };
      };
    };
  };
  sendWeeklyReviews: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["WeeklyReviewRun"];
        };
      };
    };
  };
  endWeeklyMail: {
    parameters: {
      path: {
        code: string;
      };
    };
    responses: {
      /** @description Weekly mail turned off */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getPromptOfToday: {
    parameters: {};
    responses: {
      /** @description The prompt */
      200: {
        content: {
          "application/json": {
            /** @description Null when no prompt is active. */
            prompt: components["schemas"]["Prompt"] | null;
          };
        };
      };
    };
  };
  getStreaks: {
    parameters: {};
    responses: {
      /** @description The streaks, as they stand now */
      200: {
        content: {
          "application/json": components["schemas"]["Streaks"];
        };
      };
    };
  };
  buyStreakFreeze: {
    parameters: {};
    responses: {
      /** @description The freezes, and the caller's new balance */
      200: {
        content: {
          "application/json": components["schemas"]["StreakFreezePurchase"];
        };
      };
    };
  };
  pauseStreaks: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date
           * @description The last paused day: from today to 90 days ahead.
           */
          until: string;
        };
      };
    };
    responses: {
      /** @description The pause */
      200: {
        content: {
          "application/json": {
            pause: components["schemas"]["StreakPause"];
          };
        };
      };
    };
  };
  resumeStreaks: {
    parameters: {};
    responses: {
      /** @description Pause ended */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  syncChanges: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the last answer; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of changes */
      200: {
        content: {
          "application/json": {
            changes: {
              journal_entries: components["schemas"]["SyncedEntry"][];
              notebooks: components["schemas"]["Notebook"][];
              goals: components["schemas"]["SyncedGoal"][];
              goal_check_ins: components["schemas"]["GoalCheckIn"][];
              streaks: components["schemas"]["SyncedStreak"][];
              satisfaction_entries: components["schemas"]["SatisfactionEntry"][];
              action_notes: components["schemas"]["ActionNote"][];
              sleep_entries: components["schemas"]["SleepEntry"][];
              notifications: (components["schemas"]["UserNotification"] & {
                /** Format: uuid */
                user_id: string;
              })[];
              reminders: components["schemas"]["Reminder"][];
              share_links: components["schemas"]["SyncedShareLink"][];
              attachments: components["schemas"]["SyncedAttachment"][];
              /** @description Without the templates of the service. */
              entry_templates: (components["schemas"]["EntryTemplate"] & {
                /** Format: uuid */
                user_id: string;
              })[];
              /** @description Null when it is unchanged. */
              profile: {
                /**
                 * Format: uuid
                 * @description The user's id.
                 */
                id: string;
                /** @description The name for mentions, unique ignoring case. Names that speak for the service, such as `admin` and `support`, and names that look like them are reserved. */
                handle: string;
                full_name: string | null;
                /** Format: uri */
                avatar_url: string | null;
                preferences: components["schemas"]["Preferences"];
                role: components["schemas"]["UserRole"] & unknown;
                /** @description The current balance of drops. */
                drops_balance: number;
                /** @description True for a synthetic user. */
                is_ai: boolean;
                /** @description False for a blocked user. */
                is_active: boolean;
                /** @description True for a classroom account. */
                is_classroom: boolean;
                /** @description True when the assistant may read the entries. */
                read_notes_enabled: boolean;
                /** @description True when the assistant may check in with the user. */
                check_in_enabled: boolean;
                /** @description True when the service may send the user's entries to the AI provider to find their moods. False stops that at once; the provider then gets a text only when the user asks for it. */
                mood_analysis_enabled: boolean;
                /** @description A name of the IANA database: `UTC` or `Area/Location`. */
                timezone: string;
                language: components["schemas"]["Language"];
                /** @description Users who can send the user no drops and are not matched with the user in chains. */
                blocked_user_ids: string[];
                /** @description Grows with every change of what its owner writes. `If-Match` takes it, in quotation marks. */
                version: number;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
              } | null;
            };
            deleted: components["schemas"]["Deleted"][];
            /** @description The `cursor` of the next request; never null. */
            next_cursor: string;
            /** @description True when more changes are waiting: send the next request at once. */
            has_more: boolean;
            seen: components["schemas"]["SeenPositions"];
          };
        };
      };
    };
  };
  listOrganizations: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `organizations` */
      200: {
        content: {
          "application/json": {
            organizations: components["schemas"]["Organization"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createOrganization: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          name: string;
          /** @description Null means an empty description. */
          description?: string | null;
          /** @description Settings of clients: any object of at most 16 kB, 32 levels, and 200 keys in all. */
          settings?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The new organization */
      201: {
        content: {
          "application/json": {
            organization: components["schemas"]["Organization"];
          };
        };
      };
    };
  };
  getOrganization: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The organization */
      200: {
        content: {
          "application/json": {
            organization: components["schemas"]["Organization"];
            /** @description The caller's role; null for a super admin who is not a member. */
            user_role: components["schemas"]["OrgRole"] | null;
          };
        };
      };
    };
  };
  updateOrganization: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          /** @description Null means an empty description. */
          description?: string | null;
          /** @description Settings of clients: any object of at most 16 kB, 32 levels, and 200 keys in all. */
          settings?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The updated organization */
      200: {
        content: {
          "application/json": {
            organization: components["schemas"]["Organization"];
          };
        };
      };
    };
  };
  deleteOrganization: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Organization deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  transferOrganization: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uuid
           * @description A member of the organization.
           */
          new_owner_id: string;
        };
      };
    };
    responses: {
      /** @description The transferred organization */
      200: {
        content: {
          "application/json": components["schemas"]["Message"] & {
            organization: components["schemas"]["Organization"];
          };
        };
      };
    };
  };
  listOrganizationMembers: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `members` */
      200: {
        content: {
          "application/json": {
            members: components["schemas"]["OrgMember"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  addOrganizationMember: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          user_id: string;
          role?: components["schemas"]["OrgRole"] & unknown;
        };
      };
    };
    responses: {
      /** @description The new member */
      201: {
        content: {
          "application/json": {
            member: components["schemas"]["OrgMember"];
          };
        };
      };
    };
  };
  updateOrganizationMember: {
    parameters: {
      path: {
        id: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          role: components["schemas"]["AssignableOrgRole"];
        };
      };
    };
    responses: {
      /** @description The updated member */
      200: {
        content: {
          "application/json": {
            member: components["schemas"]["OrgMember"];
          };
        };
      };
    };
  };
  removeOrganizationMember: {
    parameters: {
      path: {
        id: string;
        userId: string;
      };
    };
    responses: {
      /** @description Member removed */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listOrganizationInvitations: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `invitations` */
      200: {
        content: {
          "application/json": {
            invitations: components["schemas"]["Invitation"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  inviteToOrganization: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          user_id?: string;
          /** @description Ignores case. */
          handle?: string;
          /**
           * Format: email
           * @description A user who has confirmed this address can accept. The answer is the same whether or not a user has it.
           */
          email?: string;
          /**
           * @description Every user with the code can join. The answer contains `code`, once.
           * @enum {boolean}
           */
          link?: true;
          /**
           * Format: uuid
           * @description A team of the organization. The accepting user joins it too, with the role `member`.
           */
          team_id?: string;
          role?: components["schemas"]["OrgRole"] & unknown;
          /**
           * Format: date-time
           * @description At most 90 days ahead; default 14 days.
           */
          expires_at?: string;
          /** @description How many people may join by the link; default any number. */
          max_uses?: number;
        };
      };
    };
    responses: {
      /** @description The invitation */
      201: {
        content: {
          "application/json": {
            invitation: components["schemas"]["Invitation"];
            /** @description The code of a link, only in the first answer; otherwise null. */
            code: string | null;
          };
        };
      };
    };
  };
  revokeOrganizationInvitation: {
    parameters: {
      path: {
        id: string;
        invitationId: string;
      };
    };
    responses: {
      /** @description Invitation revoked */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listShareLinks: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `share_links` */
      200: {
        content: {
          "application/json": {
            share_links: components["schemas"]["ShareLink"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  revokeShareLink: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Share link revoked */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getSharedEntry: {
    parameters: {
      path: {
        code: string;
      };
    };
    responses: {
      /** @description The entry */
      200: {
        content: {
          "application/json": {
            entry: components["schemas"]["SharedEntry"];
          };
        };
      };
    };
  };
  getLinkedInvitation: {
    parameters: {
      path: {
        code: string;
      };
    };
    responses: {
      /** @description The invitation */
      200: {
        content: {
          "application/json": {
            invitation: components["schemas"]["LinkedInvitation"];
          };
        };
      };
    };
  };
  inviteFriend: {
    parameters: {};
    responses: {
      /** @description The link */
      201: {
        content: {
          "application/json": components["schemas"]["FriendInvitation"];
        };
      };
    };
  };
  listFriends: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `friends` */
      200: {
        content: {
          "application/json": {
            friends: components["schemas"]["Friend"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            invitations: components["schemas"]["Invitation"][];
          };
        };
      };
    };
  };
  askPairStreak: {
    parameters: {
      path: {
        userId: string;
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            pair_streak: components["schemas"]["PairStreak"];
          };
        };
      };
      /** @description The invitation */
      201: {
        content: {
          "application/json": {
            pair_streak: components["schemas"]["PairStreak"];
          };
        };
      };
    };
  };
  endPairStreak: {
    parameters: {
      path: {
        userId: string;
      };
    };
    responses: {
      /** @description Streak ended */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  createReport: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          about: components["schemas"]["ReportSubject"];
          /**
           * Format: uuid
           * @description The user, the entry, the comment, the message or the drop.
           */
          id: string;
          reason: components["schemas"]["ReportReason"];
          note?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            report: components["schemas"]["Report"];
          };
        };
      };
      /** @description The report */
      201: {
        content: {
          "application/json": {
            report: components["schemas"]["Report"];
          };
        };
      };
    };
  };
  listTeams: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only teams of this organization. */
        org_id?: string;
      };
    };
    responses: {
      /** @description A page of `teams` */
      200: {
        content: {
          "application/json": {
            teams: components["schemas"]["Team"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createTeam: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          name: string;
          /** @description Null means an empty description. */
          description?: string | null;
          /**
           * Format: uuid
           * @description A member of the organization; by default the caller. For a super admin who is not a member, the default is the organization's owner.
           */
          admin_id?: string;
          /** @description Settings of clients: any object of at most 16 kB, 32 levels, and 200 keys in all. */
          settings?: {
            [key: string]: unknown;
          };
          /** Format: uuid */
          org_id: string;
        };
      };
    };
    responses: {
      /** @description The new team */
      201: {
        content: {
          "application/json": {
            team: components["schemas"]["Team"];
          };
        };
      };
    };
  };
  getTeam: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The team */
      200: {
        content: {
          "application/json": {
            team: components["schemas"]["Team"];
            /** @description The caller's role; null for a caller who is not a member of the team. */
            user_role: components["schemas"]["TeamRole"] | null;
          };
        };
      };
    };
  };
  updateTeam: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          /** @description Null means an empty description. */
          description?: string | null;
          /** Format: uuid */
          admin_id?: string;
          /** @description Settings of clients: any object of at most 16 kB, 32 levels, and 200 keys in all. */
          settings?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description The updated team */
      200: {
        content: {
          "application/json": {
            team: components["schemas"]["Team"];
          };
        };
      };
    };
  };
  deleteTeam: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Team deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listTeamMembers: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `members` */
      200: {
        content: {
          "application/json": {
            members: components["schemas"]["TeamMember"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  addTeamMember: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uuid
           * @description A member of the team's organization.
           */
          user_id: string;
          role?: components["schemas"]["TeamRole"] & unknown;
        };
      };
    };
    responses: {
      /** @description The new member */
      201: {
        content: {
          "application/json": {
            member: components["schemas"]["TeamMember"];
          };
        };
      };
    };
  };
  updateTeamMember: {
    parameters: {
      path: {
        id: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          role: components["schemas"]["TeamRole"];
        };
      };
    };
    responses: {
      /** @description The updated member */
      200: {
        content: {
          "application/json": {
            member: components["schemas"]["TeamMember"];
          };
        };
      };
    };
  };
  removeTeamMember: {
    parameters: {
      path: {
        id: string;
        userId: string;
      };
    };
    responses: {
      /** @description Member removed */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listTeamMessages: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only messages that arrived after this one, oldest first. No message that arrives later is missed. The message may be deleted, for 90 days. */
        after?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `messages` */
      200: {
        content: {
          "application/json": {
            messages: components["schemas"]["TeamMessage"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  sendTeamMessage: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content: string;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            message: components["schemas"]["TeamMessage"];
          };
        };
      };
      /** @description The new message */
      201: {
        content: {
          "application/json": {
            message: components["schemas"]["TeamMessage"];
          };
        };
      };
    };
  };
  deleteTeamMessage: {
    parameters: {
      path: {
        id: string;
        messageId: string;
      };
    };
    responses: {
      /** @description Message deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description `true`: only unread notifications; `false`: only read ones. */
        unread?: components["schemas"]["QueryFlag"] & unknown;
      };
    };
    responses: {
      /** @description A page of `notifications` */
      200: {
        content: {
          "application/json": {
            notifications: components["schemas"]["UserNotification"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description The number of the caller's unread notifications. */
            unread_count: number;
          };
        };
      };
    };
  };
  readNotifications: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          ids?: string[];
          /** @enum {boolean} */
          all?: true;
        };
      };
    };
    responses: {
      /** @description The notifications are read */
      200: {
        content: {
          "application/json": components["schemas"]["Message"] & {
            /** @description The number of the caller's unread notifications. */
            unread_count: number;
          };
        };
      };
    };
  };
  getWebPushKey: {
    parameters: {};
    responses: {
      /** @description The public key */
      200: {
        content: {
          "application/json": {
            public_key: string;
          };
        };
      };
    };
  };
  registerPushDevice: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description The Expo push token of the app on this device. */
          token?: string;
          platform: components["schemas"]["PushPlatform"];
          subscription?: components["schemas"]["WebPushSubscription"];
        };
      };
    };
    responses: {
      /** @description The device */
      201: {
        content: {
          "application/json": {
            device: components["schemas"]["PushDevice"];
          };
        };
      };
    };
  };
  deletePushDevice: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Device removed */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  deliverOutbox: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["Delivery"];
        };
      };
    };
  };
  sendEmail: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: email
           * @description One address.
           */
          to: string;
          subject: string;
          html?: string;
          /** @description The mail as plain text; by default it is made from `html`. */
          text?: string;
        };
      };
    };
    responses: {
      /** @description The mail is on its way */
      200: {
        content: {
          "application/json": {
            /**
             * Format: uuid
             * @description The mail's id.
             */
            id: string;
          };
        };
      };
    };
  };
  receiveEmailEvent: {
    parameters: {};
    /** @description The event, byte by byte as the provider has signed it */
    requestBody: {
      content: {
        "application/json": Record<string, never>;
      };
    };
    responses: {
      /** @description Event received */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  connectMusic: {
    parameters: {};
    responses: {
      /** @description Where the user allows it; not to be cached */
      200: {
        content: {
          "application/json": {
            /** Format: uri */
            authorize_url: string;
          };
        };
      };
    };
  };
  receiveMusicCallback: {
    parameters: {
      query: {
        /** @description Of `authorize_url`. */
        state: string;
        /** @description The code of the provider. */
        code?: string;
        /** @description Why the provider gives no code. */
        error?: string;
      };
    };
    responses: {
      /** @description Leads to the web application */
      302: {};
    };
  };
  getMusicAccount: {
    parameters: {};
    responses: {
      /** @description The account; null when none is connected */
      200: {
        content: {
          "application/json": {
            account: components["schemas"]["MusicAccount"] | null;
          };
        };
      };
    };
  };
  redeemMusicGrant: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          grant: string;
        };
      };
    };
    responses: {
      /** @description The connected account */
      201: {
        content: {
          "application/json": {
            account: components["schemas"]["MusicAccount"];
          };
        };
      };
    };
  };
  disconnectMusic: {
    parameters: {};
    responses: {
      /** @description Music account disconnected */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listMusicPlays: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `plays` */
      200: {
        content: {
          "application/json": {
            plays: components["schemas"]["MusicPlay"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  syncMusic: {
    parameters: {};
    responses: {
      /** @description The numbers of new plays and of entries whose track changed */
      200: {
        content: {
          "application/json": {
            plays: number;
            attached: number;
          };
        };
      };
    };
  };
  syncAllMusic: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["MusicSync"];
        };
      };
    };
  };
  getDropsBalance: {
    parameters: {};
    responses: {
      /** @description The balance */
      200: {
        content: {
          "application/json": {
            balance: number;
          };
        };
      };
    };
  };
  listDropTransactions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only transactions of this type. */
        type?: components["schemas"]["DropTransactionType"] & unknown;
      };
    };
    responses: {
      /** @description A page of `transactions` */
      200: {
        content: {
          "application/json": {
            transactions: components["schemas"]["DropTransaction"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  awardMonthlyDrops: {
    parameters: {};
    responses: {
      /** @description The award and the new balance */
      200: {
        content: {
          "application/json": {
            award: {
              /**
               * Format: date
               * @description The first day of the month.
               */
              month: string;
              amount: number;
            };
            balance: number;
          };
        };
      };
    };
  };
  awardMonthlyDropsToAll: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["MonthlyAwardRun"];
        };
      };
    };
  };
  setUpWorkoutWindow: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          activityType: components["schemas"]["WorkoutActivityType"] & unknown;
          /** @description Required for the activity `other`, and only for it: `custom_activity`. */
          customActivity?: string | null;
          /** @description By the clock of the time zone: `window_start_time`. */
          windowStartTime: string;
          /** @description Two hours after the start, `window_end_time`; the service fills in a missing end. */
          windowEndTime?: string;
          /** @description A name of the IANA database: `UTC` or `Area/Location`. */
          timezone: string;
        };
      };
    };
    responses: {
      /** @description The window */
      200: {
        content: {
          "application/json": {
            window: components["schemas"]["WorkoutWindow"];
            message: string;
          };
        };
      };
    };
  };
  getMyWorkoutWindow: {
    parameters: {};
    responses: {
      /** @description The window and the location; null when there is none. Without an active window the other fields are null too */
      200: {
        content: {
          "application/json": {
            window: components["schemas"]["WorkoutWindow"] | null;
            location: components["schemas"]["WorkoutLocation"] | null;
            next: components["schemas"]["WorkoutWindowOccurrence"] | null;
            today: components["schemas"]["WorkoutToday"] | null;
            /**
             * Format: date
             * @description The date to which a check-in of now belongs; null when there is one already, or no window opens within 12 hours.
             */
            checkin_date: string | null;
          };
        };
      };
    };
  };
  updateWorkoutLocation: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          ipAddress?: string | null;
          latitude?: number | null;
          longitude?: number | null;
          city?: string | null;
          region?: string | null;
          /** @description ISO 3166-1 alpha-2. */
          country?: string | null;
          /** @description A name of the IANA database: `UTC` or `Area/Location`. */
          timezone?: string | null;
        };
      };
    };
    responses: {
      /** @description The updated location */
      200: {
        content: {
          "application/json": {
            location: components["schemas"]["WorkoutLocation"];
          };
        };
      };
    };
  };
  getWorkoutChain: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The place and the check-ins */
      200: {
        content: {
          "application/json": {
            chain: components["schemas"]["WorkoutChain"] | null;
            checkins: components["schemas"]["WorkoutCheckIn"][];
          };
        };
      };
    };
  };
  getWorkoutSquad: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The squad and its check-ins */
      200: {
        content: {
          "application/json": {
            squad: components["schemas"]["WorkoutSquad"] | null;
            checkins: components["schemas"]["WorkoutCheckIn"][];
          };
        };
      };
    };
  };
  getWorkoutTeamStats: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description Both teams */
      200: {
        content: {
          "application/json": {
            redTeam: components["schemas"]["WorkoutTeamStats"];
            blueTeam: components["schemas"]["WorkoutTeamStats"];
          };
        };
      };
    };
  };
  generateWorkoutChains: {
    parameters: {};
    requestBody?: {
      content: {
        "application/json": {
          /** Format: date */
          date?: string;
        };
      };
    };
    responses: {
      /** @description The chains are generated */
      200: {
        content: {
          "application/json": {
            success: boolean;
            message: string;
            /** Format: date */
            date: string;
          };
        };
      };
    };
  };
  getWorkoutTeams: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        date: string;
      };
    };
    responses: {
      /** @description Both teams, with the squads of a page */
      200: {
        content: {
          "application/json": {
            /** Format: date */
            date: string;
            teams: {
              red: components["schemas"]["WorkoutTeam"];
              blue: components["schemas"]["WorkoutTeam"];
            };
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  runWorkoutChainGeneration: {
    parameters: {};
    requestBody?: {
      content: {
        "application/json": {
          /** Format: date */
          date?: string;
        };
      };
    };
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": {
            success: boolean;
            message: string;
            /** Format: date */
            today: string;
            /** Format: date */
            tomorrow: string;
          };
        };
      };
    };
  };
  runWorkoutDayClosing: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["WorkoutDayClosingRun"];
        };
      };
    };
  };
  runWorkoutReminders: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["WorkoutReminderRun"];
        };
      };
    };
  };
  createWorkoutCheckIn: {
    parameters: {};
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          photo: Upload;
          activityType: components["schemas"]["WorkoutActivityType"] & unknown;
          latitude?: number;
          longitude?: number;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description The time of a check-in that could not be sent at once: it belongs to the window of that time. A time after the present counts as the present.
           */
          taken_at?: string;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            checkin: components["schemas"]["WorkoutCheckIn"];
            battleChipsEarned: number;
            chainStatus: components["schemas"]["WorkoutChainStatus"];
            nextUserNotified: boolean;
          };
        };
      };
      /** @description The check-in */
      201: {
        content: {
          "application/json": {
            checkin: components["schemas"]["WorkoutCheckIn"];
            battleChipsEarned: number;
            chainStatus: components["schemas"]["WorkoutChainStatus"];
            nextUserNotified: boolean;
          };
        };
      };
    };
  };
  getWorkoutCheckIn: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The check-in, or null, and the status of the date */
      200: {
        content: {
          "application/json": {
            checkin: components["schemas"]["WorkoutCheckIn"] | null;
            status: components["schemas"]["WorkoutDayStatus"] & unknown;
          };
        };
      };
    };
  };
  listWorkoutCheckIns: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The check-ins, oldest first */
      200: {
        content: {
          "application/json": {
            checkins: components["schemas"]["WorkoutCheckIn"][];
            stats: {
              total: number;
              synthetic: number;
              completed: number;
              failed: number;
            };
          };
        };
      };
    };
  };
  listWorkoutDays: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of days */
      200: {
        content: {
          "application/json": {
            days: components["schemas"]["WorkoutDay"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listFlaggedWorkoutCheckIns: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of check-ins */
      200: {
        content: {
          "application/json": {
            checkins: components["schemas"]["FlaggedWorkoutCheckIn"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  verifyWorkoutCheckIn: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The verified check-in */
      200: {
        content: {
          "application/json": {
            checkin: components["schemas"]["WorkoutCheckIn"];
          };
        };
      };
    };
  };
  rejectWorkoutCheckIn: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          reason?: string;
        };
      };
    };
    responses: {
      /** @description The rejected check-in */
      200: {
        content: {
          "application/json": {
            checkin: components["schemas"]["WorkoutCheckIn"];
          };
        };
      };
    };
  };
  getWorkoutMosaic: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The mosaic, or null */
      200: {
        content: {
          "application/json": {
            mosaic: components["schemas"]["WorkoutMosaic"] | null;
          };
        };
      };
    };
  };
  generateWorkoutMosaic: {
    parameters: {
      path: {
        date: string;
      };
    };
    responses: {
      /** @description The mosaic; null when there are no participants */
      200: {
        content: {
          "application/json": {
            mosaic: components["schemas"]["WorkoutMosaic"] | null;
            message: string;
          };
        };
      };
    };
  };
  drawWorkoutMosaics: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["WorkoutMosaics"];
        };
      };
    };
  };
  runWorkoutBattleGeneration: {
    parameters: {};
    responses: {
      /** @description The battle of this week */
      200: {
        content: {
          "application/json": {
            success: boolean;
            message: string;
            battle: components["schemas"]["WorkoutBattle"];
          };
        };
      };
    };
  };
  getWorkoutBattle: {
    parameters: {
      path: {
        /** @description Any date of the week. */
        weekStartDate: string;
      };
    };
    responses: {
      /** @description The battle, both teams and the days of the week */
      200: {
        content: {
          "application/json": {
            battle: components["schemas"]["WorkoutBattle"] | null;
            redTeam: components["schemas"]["WorkoutBattleTeam"];
            blueTeam: components["schemas"]["WorkoutBattleTeam"];
            dailyStats: {
              /** Format: date */
              date: string;
              redTeamChips: number;
              blueTeamChips: number;
            }[];
          };
        };
      };
    };
  };
  executeWorkoutBattle: {
    parameters: {
      path: {
        /** @description A Monday. */
        weekStartDate: string;
      };
    };
    responses: {
      /** @description The battle and its result */
      200: {
        content: {
          "application/json": {
            battle: components["schemas"]["WorkoutBattle"];
            winner: components["schemas"]["WorkoutBattleWinner"];
            battleResult: components["schemas"]["WorkoutBattleResult"];
          };
        };
      };
    };
  };
  listWorkoutBattles: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of battles, and the caller's numbers */
      200: {
        content: {
          "application/json": {
            battles: components["schemas"]["WorkoutBattle"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            userStats: {
              totalChipsContributed: number;
              battlesWon: number;
              longestChain: number;
            };
          };
        };
      };
    };
  };
  generateWorkoutAiUsers: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          count: number;
          config?: components["schemas"]["WorkoutAiUserConfig"];
        };
      };
    };
    responses: {
      /** @description The created users, and how many could not be created */
      200: {
        content: {
          "application/json": {
            created: number;
            failed: number;
            users: components["schemas"]["WorkoutAiUser"][];
            errors: string[];
          };
        };
      };
    };
  };
  listWorkoutAiUsers: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `ai_users` */
      200: {
        content: {
          "application/json": {
            ai_users: components["schemas"]["WorkoutAiUser"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  deleteWorkoutAiUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description AI user deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  toggleWorkoutAiUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          isActive: boolean;
        };
      };
    };
    responses: {
      /** @description The synthetic user */
      200: {
        content: {
          "application/json": {
            ai_user: components["schemas"]["WorkoutAiUser"];
          };
        };
      };
    };
  };
  getMyDrops: {
    parameters: {};
    responses: {
      /** @description The allowance of the day */
      200: {
        content: {
          "application/json": {
            my_drops: components["schemas"]["MyDrops"];
          };
        };
      };
    };
  };
  sendDrop: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          recipient_id: string;
          drop_type?: components["schemas"]["SentDropType"] | null;
          /**
           * Format: uuid
           * @description A template of the library.
           */
          template_id?: string | null;
          content?: string | null;
          /** Format: uri */
          media_url?: string | null;
          /**
           * Format: uuid
           * @description An unsent recording of the caller's, for the type `custom` alone.
           */
          recording_id?: string | null;
          /**
           * Format: uuid
           * @description An entry that the caller sees and the drop is about.
           */
          entry_id?: string | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            drop: components["schemas"]["Drop"];
            my_drops: components["schemas"]["MyDrops"];
          };
        };
      };
      /** @description The drop, and what is left for today */
      201: {
        content: {
          "application/json": {
            drop: components["schemas"]["Drop"];
            my_drops: components["schemas"]["MyDrops"];
          };
        };
      };
    };
  };
  listReceivedDrops: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description `newest`: newest first. `unread`: unread first, each part newest first. */
        order?: "newest" | "unread";
      };
    };
    responses: {
      /** @description A page of `drops` */
      200: {
        content: {
          "application/json": {
            drops: components["schemas"]["ReceivedDrop"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  readDrop: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The drop */
      200: {
        content: {
          "application/json": {
            drop: components["schemas"]["ReceivedDrop"];
          };
        };
      };
    };
  };
  thankForDrop: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The drop */
      200: {
        content: {
          "application/json": {
            drop: components["schemas"]["ReceivedDrop"];
          };
        };
      };
    };
  };
  listSentDrops: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `drops` */
      200: {
        content: {
          "application/json": {
            drops: components["schemas"]["SentDrop"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  recordCheer: {
    parameters: {};
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file: Upload;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            recording: components["schemas"]["CheerRecording"];
          };
        };
      };
      /** @description The new recording */
      201: {
        content: {
          "application/json": {
            recording: components["schemas"]["CheerRecording"];
          };
        };
      };
    };
  };
  listDropTemplates: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only templates of this type. */
        type?: components["schemas"]["DropType"] & unknown;
      };
    };
    responses: {
      /** @description A page of `templates` */
      200: {
        content: {
          "application/json": {
            templates: components["schemas"]["DropTemplate"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listAllDropTemplates: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only templates of this type. */
        type?: components["schemas"]["DropType"] & unknown;
      };
    };
    responses: {
      /** @description A page of `templates` */
      200: {
        content: {
          "application/json": {
            templates: components["schemas"]["DropTemplate"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createDropTemplate: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          drop_type: components["schemas"]["DropType"];
          title: string;
          /** @description Required, except for media. */
          content?: string | null;
          /**
           * Format: uri
           * @description For media only.
           */
          media_url?: string | null;
          /**
           * @description For media only.
           * @enum {string|null}
           */
          media_type?: "music" | "video" | null;
          /**
           * Format: uri
           * @description For media only.
           */
          thumbnail_url?: string | null;
          /** @description Only approved templates are visible to users. Default false. */
          is_approved?: boolean;
        };
      };
    };
    responses: {
      /** @description The new template */
      201: {
        content: {
          "application/json": {
            template: components["schemas"]["DropTemplate"];
          };
        };
      };
    };
  };
  updateDropTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          drop_type?: components["schemas"]["DropType"];
          title?: string;
          /** @description Required, except for media. */
          content?: string | null;
          /**
           * Format: uri
           * @description For media only.
           */
          media_url?: string | null;
          /**
           * @description For media only.
           * @enum {string|null}
           */
          media_type?: "music" | "video" | null;
          /**
           * Format: uri
           * @description For media only.
           */
          thumbnail_url?: string | null;
          /** @description Only approved templates are visible to users. Default false. */
          is_approved?: boolean;
        };
      };
    };
    responses: {
      /** @description The updated template */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["DropTemplate"];
          };
        };
      };
    };
  };
  deleteDropTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Template deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getDropConfig: {
    parameters: {};
    responses: {
      /** @description The configuration */
      200: {
        content: {
          "application/json": {
            config: components["schemas"]["DropConfig"];
          };
        };
      };
    };
  };
  getDropConfigAsAdmin: {
    parameters: {};
    responses: {
      /** @description The configuration */
      200: {
        content: {
          "application/json": {
            config: components["schemas"]["DropConfig"];
          };
        };
      };
    };
  };
  updateDropConfig: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description Drops of each user and day, without bonus drops. */
          daily_allowance?: number;
          bonus_drops_per_engagement?: number;
          engagement_window_hours?: number;
          /** @description The drops of a day without a template. */
          max_custom_drops_per_day?: number;
        };
      };
    };
    responses: {
      /** @description The configuration */
      200: {
        content: {
          "application/json": {
            config: components["schemas"]["DropConfig"];
          };
        };
      };
    };
  };
  processEngagementAsAdmin: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["EngagementRun"];
        };
      };
    };
  };
  processEngagement: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["EngagementRun"];
        };
      };
    };
  };
  generateDailyDrops: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["DailyDropsRun"];
        };
      };
    };
  };
  getOwnBadge: {
    parameters: {};
    responses: {
      /** @description The badge */
      200: {
        content: {
          "application/json": {
            badge: components["schemas"]["Badge"];
          };
        };
      };
    };
  };
  listOwnMilestones: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `milestones` */
      200: {
        content: {
          "application/json": {
            milestones: components["schemas"]["BadgeMilestone"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  getBadge: {
    parameters: {
      path: {
        userId: string;
      };
    };
    responses: {
      /** @description The badge */
      200: {
        content: {
          "application/json": {
            badge: components["schemas"]["Badge"];
          };
        };
      };
    };
  };
  updateOwnBadge: {
    parameters: {};
    responses: {
      /** @description The badge */
      200: {
        content: {
          "application/json": {
            badge: components["schemas"]["Badge"];
          };
        };
      };
    };
  };
  getBadges: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          user_ids: string[];
        };
      };
    };
    responses: {
      /** @description The badges by the id of their user */
      200: {
        content: {
          "application/json": {
            badges: {
              [key: string]: components["schemas"]["Badge"];
            };
          };
        };
      };
    };
  };
  listBadgeDefinitions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `badge_definitions` */
      200: {
        content: {
          "application/json": {
            badge_definitions: components["schemas"]["BadgeDefinition"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  getLeaderboard: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `leaderboard` */
      200: {
        content: {
          "application/json": {
            leaderboard: components["schemas"]["LeaderboardRow"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listSatisfactionEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `satisfaction_entries` */
      200: {
        content: {
          "application/json": {
            satisfaction_entries: components["schemas"]["SatisfactionEntry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createSatisfactionEntry: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          score: number;
          note?: string | null;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            satisfaction_entry: components["schemas"]["SatisfactionEntry"];
          };
        };
      };
      /** @description The new entry */
      201: {
        content: {
          "application/json": {
            satisfaction_entry: components["schemas"]["SatisfactionEntry"];
          };
        };
      };
    };
  };
  listActionNotes: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `action_notes` */
      200: {
        content: {
          "application/json": {
            action_notes: components["schemas"]["ActionNote"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createActionNote: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          content: string;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            action_note: components["schemas"]["ActionNote"];
          };
        };
      };
      /** @description The new note */
      201: {
        content: {
          "application/json": {
            action_note: components["schemas"]["ActionNote"];
          };
        };
      };
    };
  };
  listSleepEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `sleep_entries` */
      200: {
        content: {
          "application/json": {
            sleep_entries: components["schemas"]["SleepEntry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createSleepEntry: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date
           * @description The date of the morning, at most tomorrow (UTC).
           */
          date: string;
          hours: number;
          quality: number;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            sleep_entry: components["schemas"]["SleepEntry"];
          };
        };
      };
      /** @description The new entry */
      201: {
        content: {
          "application/json": {
            sleep_entry: components["schemas"]["SleepEntry"];
          };
        };
      };
    };
  };
  listPrices: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `prices` */
      200: {
        content: {
          "application/json": {
            prices: components["schemas"]["SubscriptionPrice"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createCheckoutSession: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          priceId: string;
          /**
           * Format: uri
           * @description An address of the web application, or of another allowed origin.
           */
          successUrl: string;
          /**
           * Format: uri
           * @description An address of the web application, or of another allowed origin.
           */
          cancelUrl: string;
        };
      };
    };
    responses: {
      /** @description The checkout session */
      200: {
        content: {
          "application/json": {
            sessionId: string;
            /** Format: uri */
            url: string;
          };
        };
      };
    };
  };
  getSubscription: {
    parameters: {};
    responses: {
      /** @description The subscription */
      200: {
        content: {
          "application/json": {
            subscription: components["schemas"]["Subscription"] | null;
          };
        };
      };
    };
  };
  createPortalSession: {
    parameters: {};
    requestBody?: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description An address of the web application, or of another allowed origin.
           */
          returnUrl?: string;
        };
      };
    };
    responses: {
      /** @description The session of the billing portal */
      200: {
        content: {
          "application/json": {
            /** Format: uri */
            url: string;
          };
        };
      };
    };
  };
  receivePaymentEvent: {
    parameters: {};
    /** @description The event, byte by byte as the provider has signed it */
    requestBody: {
      content: {
        "application/json": Record<string, never>;
      };
    };
    responses: {
      /** @description Event received */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  analyzeTone: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          content: string;
          title?: string;
        };
      };
    };
    responses: {
      /** @description The tone of the text */
      200: {
        content: {
          "application/json": components["schemas"]["ToneAnalysis"];
        };
      };
    };
  };
  generateBackground: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          content: string;
          title?: string | null;
          /** @description A tone sets the tone of the image; any other text is a hint. */
          mood?: string | null;
          quality?: components["schemas"]["ImageQuality"];
          /**
           * Format: uuid
           * @description The caller's entry that gets the background; an earlier one is replaced.
           */
          entry_id?: string | null;
        };
      };
    };
    responses: {
      /** @description The new background */
      200: {
        content: {
          "application/json": {
            background: components["schemas"]["Background"];
          };
        };
      };
    };
  };
  getTokenUsage: {
    parameters: {
      query?: {
        year?: number;
        month?: number;
      };
    };
    responses: {
      /** @description The usage in the month */
      200: {
        content: {
          "application/json": {
            usage: components["schemas"]["MonthlyUsage"];
          };
        };
      };
    };
  };
  listTonePacks: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        scope?: components["schemas"]["TonePackScope"];
        /** @description Only public packs with words in name, theme or description that start with these words. */
        q?: string;
      };
    };
    responses: {
      /** @description The overview, or with a scope a page of packs */
      200: {
        content: {
          "application/json": components["schemas"]["TonePackOverview"] | {
            packs: components["schemas"]["TonePack"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createTonePack: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          name: string;
          /** @description Also describes the pack to the image model. */
          description?: string | null;
          theme: components["schemas"]["TonePackTheme"];
          /** @description Whether everyone sees the pack. Default false. */
          is_public?: boolean;
          /** @description The price for others while the pack is public. Default 0 (free). */
          price_drops?: number;
        };
      };
    };
    responses: {
      /** @description The new pack */
      201: {
        content: {
          "application/json": {
            pack: components["schemas"]["TonePack"];
          };
        };
      };
    };
  };
  getTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The pack */
      200: {
        content: {
          "application/json": {
            pack: components["schemas"]["TonePack"];
          };
        };
      };
    };
  };
  updateTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          name?: string;
          /** @description Also describes the pack to the image model. */
          description?: string | null;
          theme?: components["schemas"]["TonePackTheme"];
          /** @description Whether everyone sees the pack. Default false. */
          is_public?: boolean;
          /** @description The price for others while the pack is public. Default 0 (free). */
          price_drops?: number;
        };
      };
    };
    responses: {
      /** @description The updated pack */
      200: {
        content: {
          "application/json": {
            pack: components["schemas"]["TonePack"];
          };
        };
      };
    };
  };
  deleteTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Tone pack deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  generateToneImages: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          tones: components["schemas"]["Tone"][];
          quality?: components["schemas"]["ImageQuality"];
        };
      };
    };
    responses: {
      /** @description The images of these tones, and the failures */
      200: {
        content: {
          "application/json": {
            images: components["schemas"]["ToneImage"][];
            /** @description Number of tones without an image. */
            failed: number;
            /** @description A message for each failed tone. */
            errors: string[];
          };
        };
      };
    };
  };
  uploadToneImage: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          tone: components["schemas"]["Tone"];
          /** Format: binary */
          file: Upload;
        };
      };
    };
    responses: {
      /** @description The image */
      201: {
        content: {
          "application/json": {
            image: components["schemas"]["ToneImage"];
          };
        };
      };
    };
  };
  deleteToneImage: {
    parameters: {
      path: {
        id: string;
        tone: components["schemas"]["Tone"];
      };
    };
    responses: {
      /** @description Image deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  shareTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          user_id?: string;
          /** Format: email */
          email?: string;
        };
      };
    };
    responses: {
      /** @description The share */
      200: {
        content: {
          "application/json": components["schemas"]["Message"] & {
            share: components["schemas"]["TonePackShare"];
          };
        };
      };
    };
  };
  unshareTonePack: {
    parameters: {
      path: {
        id: string;
        userId: string;
      };
    };
    responses: {
      /** @description Tone pack no longer shared */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  purchaseTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The price that the caller has seen. */
          expected_price?: number | null;
        };
      };
    };
    responses: {
      /** @description The purchase, and the caller's new balance */
      201: {
        content: {
          "application/json": {
            purchase: components["schemas"]["TonePackPurchase"];
            balance: number;
          };
        };
      };
    };
  };
  activateTonePack: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          active?: boolean | null;
        };
      };
    };
    responses: {
      /** @description The active pack */
      200: {
        content: {
          "application/json": components["schemas"]["Message"] & {
            /** Format: uuid */
            active_tone_pack_id: string | null;
          };
        };
      };
    };
  };
  getChatSettings: {
    parameters: {};
    responses: {
      /** @description The settings */
      200: {
        content: {
          "application/json": {
            settings: components["schemas"]["ChatSettings"];
          };
        };
      };
    };
  };
  updateChatSettings: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether the assistant may read the caller's entries and goals: in the chat, and for the daily analysis. */
          read_notes_enabled?: boolean;
          /** @description Whether the assistant may write to the caller on its own. Users with both settings get a drop a day. */
          check_in_enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description The updated settings */
      200: {
        content: {
          "application/json": {
            settings: components["schemas"]["ChatSettings"];
          };
        };
      };
    };
  };
  listNoteAnalyses: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `analyses` */
      200: {
        content: {
          "application/json": {
            analyses: components["schemas"]["NoteAnalysis"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createNoteAnalysis: {
    parameters: {};
    responses: {
      /** @description The new analysis */
      201: {
        content: {
          "application/json": {
            analysis: components["schemas"]["NoteAnalysis"];
          };
        };
      };
    };
  };
  deleteNoteAnalyses: {
    parameters: {};
    responses: {
      /** @description Summaries deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  deleteNoteAnalysis: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Summary deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listChatMessages: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only messages that are newer than this one, oldest first. */
        after?: string;
      };
    };
    responses: {
      /** @description A page of `messages` */
      200: {
        content: {
          "application/json": {
            messages: components["schemas"]["ChatMessage"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  sendChatMessage: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          message: string;
        };
      };
    };
    responses: {
      /** @description The answer as server-sent events; the schema is that of the data of each */
      200: {
        content: {
          "text/event-stream": components["schemas"]["ChatEvent"];
        };
      };
    };
  };
  deleteChatMessages: {
    parameters: {};
    responses: {
      /** @description Conversation deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  analyzeNotes: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["NoteAnalysisRun"];
        };
      };
    };
  };
  listCalculators: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `calculators` */
      200: {
        content: {
          "application/json": {
            calculators: components["schemas"]["Calculator"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  evaluateCalculator: {
    parameters: {
      path: {
        calculator: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          inputs?: {
            [key: string]: number;
          };
          /** @description Values for one input instead of its own. */
          along?: {
            /** @description The name of an input. */
            input: string;
            values: number[];
          };
        };
      };
    };
    responses: {
      /** @description The outputs */
      200: {
        content: {
          "application/json": {
            calculator: components["schemas"]["CalculatorId"];
            /** @description Every input, defaults included. */
            inputs: {
              [key: string]: number;
            };
            outputs: components["schemas"]["CalculatedValue"][];
            objective_value: number;
            /** @description With `along`: the outputs by name at each of its values, null where the formulas are not valid. Null without `along`. */
            curve: ({
              [key: string]: number;
            } | null)[] | null;
          };
        };
      };
    };
  };
  optimize: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          calculator: components["schemas"]["CalculatorId"] & unknown;
          top_n: number;
          /** @description By the name of the input: `steps` values at equal distances from `min` to `max`. */
          ranges?: {
            [key: string]: {
              min: number;
              max: number;
              steps: number;
            };
          };
        };
      };
    };
    responses: {
      /** @description The best combinations, the best first */
      200: {
        content: {
          "application/json": {
            calculator: components["schemas"]["CalculatorId"];
            objective: components["schemas"]["Objective"];
            evaluated: number;
            skipped: number;
            results: {
              rank: number;
              /** @description Every input, defaults included. */
              inputs: {
                [key: string]: number;
              };
              outputs: components["schemas"]["CalculatedValue"][];
              objective_value: number;
            }[];
          };
        };
      };
    };
  };
  listTemplates: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only templates with this text in the title, ignoring case. */
        q?: string;
        /** @description Only this safety level. */
        safety_level?: components["schemas"]["SafetyLevel"] & unknown;
        grade_band?: components["schemas"]["GradeBand"];
        /** @description `newest`: newest first. `most_cloned`: the most cloned templates first. */
        order?: "newest" | "most_cloned";
      };
    };
    responses: {
      /** @description A page of `templates` */
      200: {
        content: {
          "application/json": {
            templates: components["schemas"]["DreamWithAuthor"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  getTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The template */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["TemplateWithDetails"];
          };
        };
      };
    };
  };
  cloneTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description An adult supervises the classroom account. Default false. */
          supervised?: boolean;
        };
      };
    };
    responses: {
      /** @description The new dream */
      201: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  setGoldenSpec: {
    parameters: {
      path: {
        templateId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          calculator: components["schemas"]["CalculatorId"];
          optimal_inputs: {
            [key: string]: number;
          };
          calculator_outputs: {
            outputs: {
              label: string;
              value: number;
              unit: string;
            }[];
          };
        };
      };
    };
    responses: {
      /** @description The template with its `predicted_values` */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  makeTemplate: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          dream_id: string;
          /** @description Whether everyone signed in sees it. */
          is_public: boolean;
        };
      };
    };
    responses: {
      /** @description The template */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  promoteTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          min_grade_band: components["schemas"]["GradeBand"];
          /** @description Default false. */
          with_supervision?: boolean;
        };
      };
    };
    responses: {
      /** @description The template */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  demoteTemplate: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The template */
      200: {
        content: {
          "application/json": {
            template: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  listDreams: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `dreams` */
      200: {
        content: {
          "application/json": {
            dreams: components["schemas"]["Dream"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createDream: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          title: string;
          description?: string | null;
          calculator?: components["schemas"]["CalculatorId"] | null;
          steps?: {
            title: string;
            done: boolean;
          }[];
          /** @description Default false. Everyone signed in sees a public dream. */
          is_public?: boolean;
          /**
           * Format: uuid
           * @description A UUID made by the client; without one the service makes it. When the caller has created the object before, the answer is 200 with the stored object.
           */
          id?: string | null;
          /**
           * Format: date-time
           * @description When it was written on the device, from the year 1000 to five minutes ahead of the service's clock; default now. Lists sort by it.
           */
          written_at?: string | null;
        };
      };
    };
    responses: {
      /** @description The caller has created an object with this `id` before: what is stored */
      200: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
      /** @description The new dream */
      201: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  getDream: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The dream */
      200: {
        content: {
          "application/json": {
            dream: components["schemas"]["DreamWithAuthor"];
          };
        };
      };
    };
  };
  updateDream: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          title?: string;
          description?: string | null;
          calculator?: components["schemas"]["CalculatorId"] | null;
          steps?: {
            title: string;
            done: boolean;
          }[];
          /** @description Default false. Everyone signed in sees a public dream. */
          is_public?: boolean;
        };
      };
    };
    responses: {
      /** @description The updated dream */
      200: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  deleteDream: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Dream deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  completeDream: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The completed dream */
      200: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  recordBuild: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The dream with its new `build_count` */
      200: {
        content: {
          "application/json": {
            dream: components["schemas"]["Dream"];
          };
        };
      };
    };
  };
  listProgressReports: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only reports on this dream. */
        dream_id?: string;
      };
    };
    responses: {
      /** @description A page of `progress_reports` */
      200: {
        content: {
          "application/json": {
            progress_reports: components["schemas"]["ProgressReport"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createProgressReport: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          content: string;
        };
      };
    };
    responses: {
      /** @description The new report */
      201: {
        content: {
          "application/json": {
            progress_report: components["schemas"]["ProgressReport"];
          };
        };
      };
    };
  };
  createReplication: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          measured_values: {
            [key: string]: number;
          };
        };
      };
    };
    responses: {
      /** @description The new replication */
      201: {
        content: {
          "application/json": {
            replication: components["schemas"]["Replication"];
          };
        };
      };
    };
  };
  getConvergence: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The convergence */
      200: {
        content: {
          "application/json": {
            convergence: components["schemas"]["Convergence"];
          };
        };
      };
    };
  };
  submitVideo: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description One video: of YouTube (`watch`, `shorts`, `embed`, `youtu.be`) or `https://vimeo.com/<number>`.
           */
          url: string;
          title: string;
        };
      };
    };
    responses: {
      /** @description The pending video */
      201: {
        content: {
          "application/json": {
            video: components["schemas"]["DreamVideo"];
          };
        };
      };
    };
  };
  listPendingVideos: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `videos` */
      200: {
        content: {
          "application/json": {
            videos: components["schemas"]["DreamVideo"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  approveVideo: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The video */
      200: {
        content: {
          "application/json": {
            video: components["schemas"]["DreamVideo"];
          };
        };
      };
    };
  };
  declineVideo: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      /** @description The video */
      200: {
        content: {
          "application/json": {
            video: components["schemas"]["DreamVideo"];
          };
        };
      };
    };
  };
  featureVideo: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          is_featured: boolean;
        };
      };
    };
    responses: {
      /** @description The video */
      200: {
        content: {
          "application/json": {
            video: components["schemas"]["DreamVideo"];
          };
        };
      };
    };
  };
  listCompetitions: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `competitions` */
      200: {
        content: {
          "application/json": {
            competitions: components["schemas"]["CompetitionWithEntry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  enterCompetition: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          dream_id: string;
        };
      };
    };
    responses: {
      /** @description The entry */
      201: {
        content: {
          "application/json": {
            entry: components["schemas"]["CompetitionEntry"];
          };
        };
      };
    };
  };
  getCompetitionLeaderboard: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `leaderboard` */
      200: {
        content: {
          "application/json": {
            leaderboard: components["schemas"]["CompetitionScore"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createCompetition: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          title: string;
          description?: string | null;
          /** @description Default true. */
          is_active?: boolean;
          /** @description Default true. */
          entry_open?: boolean;
          /** Format: date-time */
          starts_at: string;
          /** Format: date-time */
          ends_at: string;
          scoring_config?: {
            /** @description Missing weights take their defaults: clone 1, completion 5, replication_confirmed 25, replication_refuted 5, build 10. */
            weights?: {
              clone?: number;
              completion?: number;
              replication_confirmed?: number;
              replication_refuted?: number;
              build?: number;
            };
          };
        };
      };
    };
    responses: {
      /** @description The new competition */
      201: {
        content: {
          "application/json": {
            competition: components["schemas"]["Competition"];
          };
        };
      };
    };
  };
  updateCompetition: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          title?: string;
          description?: string | null;
          /** @description Default true. */
          is_active?: boolean;
          /** @description Default true. */
          entry_open?: boolean;
          /** Format: date-time */
          starts_at?: string;
          /** Format: date-time */
          ends_at?: string;
          scoring_config?: {
            /** @description Missing weights take their defaults: clone 1, completion 5, replication_confirmed 25, replication_refuted 5, build 10. */
            weights?: {
              clone?: number;
              completion?: number;
              replication_confirmed?: number;
              replication_refuted?: number;
              build?: number;
            };
          };
        };
      };
    };
    responses: {
      /** @description The updated competition */
      200: {
        content: {
          "application/json": {
            competition: components["schemas"]["Competition"];
          };
        };
      };
    };
  };
  sendRelayMessage: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: uuid */
          to_participant_id: string;
          subject: string;
          message: string;
        };
      };
    };
    responses: {
      /** @description The message */
      201: {
        content: {
          "application/json": {
            message: components["schemas"]["RelayMessage"];
          };
        };
      };
    };
  };
  joinKitWaitlist: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          /** Format: email */
          email: string;
          name?: string | null;
          notes?: string | null;
          /** @description ISO 3166-1 alpha-2. */
          country?: string | null;
        };
      };
    };
    responses: {
      /** @description The address is on the list */
      201: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  processStepPrompts: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["StepPromptRun"];
        };
      };
    };
  };
  listSponsors: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `sponsors` */
      200: {
        content: {
          "application/json": {
            sponsors: components["schemas"]["PublicSponsor"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  applyAsSponsor: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          name: string;
          tier?: components["schemas"]["SponsorTier"] & unknown;
          /** Format: email */
          contact_email: string;
          contact_name: string;
        };
      };
    };
    responses: {
      /** @description The pending application */
      201: {
        content: {
          "application/json": {
            sponsor: components["schemas"]["PublicSponsor"] & {
              status: components["schemas"]["SubmissionStatus"];
            };
          };
        };
      };
    };
  };
  listPendingSponsors: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `sponsors` */
      200: {
        content: {
          "application/json": {
            sponsors: components["schemas"]["Sponsor"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  approveSponsor: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The sponsor */
      200: {
        content: {
          "application/json": {
            sponsor: components["schemas"]["Sponsor"];
          };
        };
      };
    };
  };
  declineSponsor: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      /** @description The sponsor */
      200: {
        content: {
          "application/json": {
            sponsor: components["schemas"]["Sponsor"];
          };
        };
      };
    };
  };
  listOpportunities: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only this kind. */
        kind?: components["schemas"]["OpportunityKind"] & unknown;
      };
    };
    responses: {
      /** @description A page of `opportunities` */
      200: {
        content: {
          "application/json": {
            opportunities: components["schemas"]["PublicOpportunity"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  submitOpportunity: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          kind: components["schemas"]["OpportunityKind"];
          title: string;
          organization_name: string;
          description?: string | null;
          /** Format: uri */
          url?: string | null;
          /** Format: date */
          deadline?: string | null;
        };
      };
    };
    responses: {
      /** @description The pending opportunity */
      201: {
        content: {
          "application/json": {
            opportunity: components["schemas"]["Opportunity"];
          };
        };
      };
    };
  };
  listPendingOpportunities: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `opportunities` */
      200: {
        content: {
          "application/json": {
            opportunities: components["schemas"]["Opportunity"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  approveOpportunity: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The opportunity */
      200: {
        content: {
          "application/json": {
            opportunity: components["schemas"]["Opportunity"];
          };
        };
      };
    };
  };
  declineOpportunity: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
        };
      };
    };
    responses: {
      /** @description The opportunity */
      200: {
        content: {
          "application/json": {
            opportunity: components["schemas"]["Opportunity"];
          };
        };
      };
    };
  };
  recomputeCompetitions: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["RecomputeRun"];
        };
      };
    };
  };
  deliverOutreachDigest: {
    parameters: {};
    responses: {
      /** @description The result of the run */
      200: {
        content: {
          "application/json": components["schemas"]["OutreachDigestRun"];
        };
      };
    };
  };
  postMcpMessage: {
    parameters: {};
    /** @description A message of JSON-RPC 2.0 */
    requestBody: {
      content: {
        "application/json": Record<string, never>;
      };
    };
    responses: {
      /** @description The answer to a request */
      200: {
        content: {
          "application/json":
            | components["schemas"]["McpResult"]
            | components["schemas"]["McpError"];
        };
      };
      /** @description A notification: there is no answer */
      202: {};
    };
  };
  getMcpResource: {
    parameters: {};
    responses: {
      /** @description The metadata */
      200: {
        content: {
          "application/json": components["schemas"]["ProtectedResource"];
        };
      };
    };
  };
  getOauthRequest: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The request */
      200: {
        content: {
          "application/json": {
            request: components["schemas"]["OauthRequest"];
          };
        };
      };
    };
  };
  approveOauthRequest: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          scopes: components["schemas"]["Scope"][];
        };
      };
    };
    responses: {
      /** @description The way back to the program */
      200: {
        content: {
          "application/json": {
            /** @description Where the browser goes now. */
            redirect_to: string;
          };
        };
      };
    };
  };
  denyOauthRequest: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The way back to the program */
      200: {
        content: {
          "application/json": {
            /** @description Where the browser goes now. */
            redirect_to: string;
          };
        };
      };
    };
  };
  getApiResource: {
    parameters: {};
    responses: {
      /** @description The metadata */
      200: {
        content: {
          "application/json": components["schemas"]["ProtectedResource"];
        };
      };
    };
  };
  listMyFeatureFlags: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `feature_flags` */
      200: {
        content: {
          "application/json": {
            feature_flags: string[];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  reportClientError: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          message: string;
          stack?: string;
          /** @description The build of the app. */
          release?: string;
        };
      };
    };
    responses: {
      /** @description Received */
      202: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  getMetrics: {
    parameters: {};
    responses: {
      /** @description A page in the text format of Prometheus */
      200: {
        content: {
          "text/plain": string;
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only users whose name, handle or e-mail address contains this text, in any case. A text of fewer than three characters matches only at the beginning. */
        q?: string;
        /** @description Only users with this role. */
        role?: components["schemas"]["UserRole"] & unknown;
        /** @description Only users who are active (`true`) or blocked (`false`). */
        is_active?: components["schemas"]["QueryFlag"] & unknown;
      };
    };
    responses: {
      /** @description A page of `users` */
      200: {
        content: {
          "application/json": {
            users: components["schemas"]["AdminUser"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  getUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The user */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["AdminUser"];
          };
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          reason: string;
          /**
           * @description The fate of organizations that the user owns and others belong to; without it they prevent the deletion.
           * @enum {string}
           */
          on_owned?: "hand_over";
        };
      };
    };
    responses: {
      /** @description Account deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  setUserRole: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          role: components["schemas"]["UserRole"];
        };
      };
    };
    responses: {
      /** @description The updated user */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["AdminUser"];
          };
        };
      };
    };
  };
  setUserStatus: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          is_active: boolean;
        };
      };
    };
    responses: {
      /** @description The updated user */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["AdminUser"];
          };
        };
      };
    };
  };
  setUserClassroom: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          is_classroom: boolean;
        };
      };
    };
    responses: {
      /** @description The updated user */
      200: {
        content: {
          "application/json": {
            user: components["schemas"]["AdminUser"];
          };
        };
      };
    };
  };
  listLedgerEntries: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only entries of this type. */
        type?: components["schemas"]["DropTransactionType"] & unknown;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description A page of `entries` */
      200: {
        content: {
          "application/json": {
            entries: components["schemas"]["LedgerEntry"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  adjustDrops: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Drops to add; negative to subtract. */
          delta: number;
          reason: string;
        };
      };
    };
    responses: {
      /** @description The entry in the ledger, and the new balance */
      201: {
        content: {
          "application/json": {
            transaction: components["schemas"]["DropsAdjustment"];
            balance: number;
          };
        };
      };
    };
  };
  listAuditedActs: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only acts of this super admin. */
        actor_id?: string;
        /** @description Only acts on this user, organization, flag or other target. */
        target_id?: string;
        /** @description Only acts of this kind. */
        act?: string;
        /** @description Only acts at this time or later: a timestamp, or a date in UTC. */
        from?: string;
        /** @description Only acts before this time: a timestamp, or a date in UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of `acts` */
      200: {
        content: {
          "application/json": {
            acts: components["schemas"]["AuditedAct"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  impersonateUser: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The reason of the impersonation, kept permanently. */
          reason: string;
        };
      };
    };
    responses: {
      /** @description The link, which is shown only once, and its record */
      201: {
        content: {
          "application/json": {
            /**
             * Format: uri
             * @description Null in the answer to a repeated request.
             */
            action_link: string | null;
            impersonation: components["schemas"]["Impersonation"];
          };
        };
      };
    };
  };
  listImpersonations: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `impersonations` */
      200: {
        content: {
          "application/json": {
            impersonations: components["schemas"]["ListedImpersonation"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listConversionRates: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `rates` */
      200: {
        content: {
          "application/json": {
            rates: components["schemas"]["ConversionRate"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Null until a first one is set. */
            current: components["schemas"]["ConversionRate"] | null;
          };
        };
      };
    };
  };
  setConversionRate: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          tokens_per_drop: number;
          note?: string | null;
        };
      };
    };
    responses: {
      /** @description The new rate */
      201: {
        content: {
          "application/json": {
            rate: components["schemas"]["ConversionRate"];
          };
        };
      };
    };
  };
  listOrganizationsAndTeams: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `organizations` */
      200: {
        content: {
          "application/json": {
            organizations: components["schemas"]["AdminOrganization"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  listFeatureFlags: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `feature_flags` */
      200: {
        content: {
          "application/json": {
            feature_flags: components["schemas"]["FeatureFlag"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  setFeatureFlag: {
    parameters: {
      path: {
        key: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          description?: string;
          /** @description Enables the flag for everyone. */
          enabled?: boolean;
          /** @description Enables the flag for this share of the users. The same users are always chosen, and a larger share includes the users of a smaller one. */
          percentage?: number;
          /** @description Enables the flag for these users. Replaces the whole list. */
          user_ids?: string[];
        };
      };
    };
    responses: {
      /** @description The updated flag */
      200: {
        content: {
          "application/json": {
            feature_flag: components["schemas"]["FeatureFlag"];
          };
        };
      };
    };
  };
  deleteFeatureFlag: {
    parameters: {
      path: {
        key: string;
      };
    };
    responses: {
      /** @description Feature flag deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listRoadmapTasks: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only tasks with this status. */
        status?: components["schemas"]["RoadmapStatus"] & unknown;
      };
    };
    responses: {
      /** @description A page of `tasks` */
      200: {
        content: {
          "application/json": {
            tasks: components["schemas"]["RoadmapTask"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createRoadmapTask: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          title: string;
          description?: string;
          status?: components["schemas"]["RoadmapStatus"] & unknown;
          priority?: components["schemas"]["RoadmapPriority"] & unknown;
          /** Format: date */
          target_date?: string | null;
        };
      };
    };
    responses: {
      /** @description The new task */
      201: {
        content: {
          "application/json": {
            task: components["schemas"]["RoadmapTask"];
          };
        };
      };
    };
  };
  updateRoadmapTask: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          title?: string;
          description?: string;
          status?: components["schemas"]["RoadmapStatus"] & unknown;
          priority?: components["schemas"]["RoadmapPriority"] & unknown;
          /** Format: date */
          target_date?: string | null;
        };
      };
    };
    responses: {
      /** @description The updated task */
      200: {
        content: {
          "application/json": {
            task: components["schemas"]["RoadmapTask"];
          };
        };
      };
    };
  };
  deleteRoadmapTask: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Roadmap task deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listSettings: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `settings` */
      200: {
        content: {
          "application/json": {
            settings: components["schemas"]["SiteSetting"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  setSetting: {
    parameters: {
      path: {
        key: components["schemas"]["SiteSettingKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description `signups_open`, `chat_enabled`: boolean. `maintenance_message` (up to 500 characters), `support_email`, `chat_model` and `chat_system_prompt` (up to 8,000): text, or null for none. `default_theme`: text. `chat_max_context_entries`: integer from 0 to 50. `ai_daily_cost_limit`: USD for the AI calls of all users on a day (UTC), a quarter of it for one user, null for no limit; further calls answer 503, those of one user 429. Of users without a subscription: `ai_free_cost_limit` is USD for the calls of one of them on a day, null for no limit of their own; `ai_free_share_percent` the part of `ai_daily_cost_limit` for all of them, an integer from 0 to 100; `ai_free_images` the images of one of them on a day, an integer from 0 to 1,000; `ai_free_hd_images`, a boolean, whether these may be of the quality `hd`. `attachments_limit_mb` and `texts_limit_mb`: room of one user in megabytes, for attachments and for texts with their former texts. `streak_freeze_price`: drops, an integer from 1 to 10,000. */
          value: boolean | number | string | null;
        };
      };
    };
    responses: {
      /** @description The updated setting */
      200: {
        content: {
          "application/json": {
            setting: components["schemas"]["SiteSetting"];
          };
        };
      };
    };
  };
  listPrompts: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only prompts in this language. */
        language?: components["schemas"]["Language"] & unknown;
      };
    };
    responses: {
      /** @description A page of `prompts` */
      200: {
        content: {
          "application/json": {
            prompts: components["schemas"]["AdminPrompt"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  createPrompt: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": {
          text: string;
          language?: components["schemas"]["Language"] & unknown;
          /** @description Default true. */
          is_active?: boolean;
        };
      };
    };
    responses: {
      /** @description The new prompt */
      201: {
        content: {
          "application/json": {
            prompt: components["schemas"]["AdminPrompt"];
          };
        };
      };
    };
  };
  updatePrompt: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          text?: string;
          language?: components["schemas"]["Language"] & unknown;
          /** @description Default true. */
          is_active?: boolean;
        };
      };
    };
    responses: {
      /** @description The updated prompt */
      200: {
        content: {
          "application/json": {
            prompt: components["schemas"]["AdminPrompt"];
          };
        };
      };
    };
  };
  deletePrompt: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Prompt deleted */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  listReports: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
        /** @description Only reports with this status. */
        status?: components["schemas"]["ReportStatus"] & unknown;
      };
    };
    responses: {
      /** @description A page of `reports` */
      200: {
        content: {
          "application/json": {
            reports: components["schemas"]["AdminReport"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
          };
        };
      };
    };
  };
  resolveReport: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          action: components["schemas"]["ReportAction"] & unknown;
          note?: string | null;
        };
      };
    };
    responses: {
      /** @description The report */
      200: {
        content: {
          "application/json": {
            report: components["schemas"]["AdminReport"];
          };
        };
      };
    };
  };
  createImport: {
    parameters: {};
    requestBody: {
      content: {
        "multipart/form-data": {
          /**
           * Format: uuid
           * @description The user who will own the entries.
           */
          user_id: string;
          /** Format: binary */
          file: Upload;
        };
      };
    };
    responses: {
      /** @description The started import */
      201: {
        content: {
          "application/json": {
            import: components["schemas"]["Import"];
          };
        };
      };
    };
  };
  getImport: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The import */
      200: {
        content: {
          "application/json": {
            import: components["schemas"]["Import"];
          };
        };
      };
    };
  };
  listKitWaitlist: {
    parameters: {
      query?: {
        /** @description The maximum number of items in the page. */
        limit?: number;
        /** @description `next_cursor` of the previous page; opaque. */
        cursor?: string;
      };
    };
    responses: {
      /** @description A page of `signups` */
      200: {
        content: {
          "application/json": {
            signups: components["schemas"]["KitWaitlistSignup"][];
            /** @description The `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Of all signups. */
            total: number;
            last_30_days: number;
            /** @description True when more than 200 people have signed up in the last 30 days. */
            green_light: boolean;
          };
        };
      };
    };
  };
  getAdminHealth: {
    parameters: {};
    responses: {
      /** @description The state of the service, healthy or degraded */
      200: {
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  getOpenApiDocument: {
    parameters: {
      query?: {
        /** @description The operations with this `x-audience` alone: `app` is what people and their programs call. */
        audience?: "app" | "admin" | "job" | "provider";
      };
    };
    responses: {
      /** @description The OpenAPI 3.1 document */
      200: {
        content: {
          "application/json": Record<string, never>;
        };
      };
    };
  };
  onChange: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookChange"];
      };
    };
    responses: {
      /** @description Delivered; so is every other 2xx */
      200: {};
      /** @description Tried again later, as every other answer; 410 turns the webhook off */
      "4XX": {};
    };
  };
  onNotification: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookNotification"];
      };
    };
    responses: {
      /** @description Delivered; so is every other 2xx */
      200: {};
      /** @description Tried again later, as every other answer; 410 turns the webhook off */
      "4XX": {};
    };
  };
  onPing: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookPing"];
      };
    };
    responses: {
      /** @description Delivered; so is every other 2xx */
      200: {};
      /** @description Tried again later, as every other answer; 410 turns the webhook off */
      "4XX": {};
    };
  };
  onOverflow: {
    parameters: {};
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookOverflow"];
      };
    };
    responses: {
      /** @description Delivered; so is every other 2xx */
      200: {};
      /** @description Tried again later, as every other answer; 410 turns the webhook off */
      "4XX": {};
    };
  };
}
