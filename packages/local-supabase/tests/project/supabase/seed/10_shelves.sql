insert into public.shelves (name) values ('poetry'), ('prose');
insert into storage.buckets (id, name) values ('covers', 'covers');
