-- What a database of schema 11 holds after loading sample.mgn, broken.mgn, and of the folder version1
-- again.mgn, listing.txt, more.mgn and (with --as-played) played.mgn.

create table meta (key VARCHAR PRIMARY KEY, value VARCHAR);
create table sources (source_id INTEGER, name VARCHAR, sha256 VARCHAR NOT NULL UNIQUE, bytes BIGINT, loaded_at TIMESTAMP, records INTEGER, stored INTEGER, duplicates INTEGER, quarantined INTEGER, deleted INTEGER);
create table sides (game VARCHAR, side UTINYINT, name VARCHAR);
create table games (game_id INTEGER, source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, game VARCHAR, event VARCHAR, site VARCHAR, date VARCHAR, round VARCHAR, blue VARCHAR, red VARCHAR, result VARCHAR, termination VARCHAR, variant VARCHAR, blue_elo INTEGER, red_elo INTEGER, time_control VARCHAR, annotator VARCHAR, source VARCHAR, ply_count INTEGER, inherited INTEGER, irregular INTEGER[], start_position VARCHAR, start_key BIGINT, content_key BIGINT, opening_key BIGINT, tags MAP(VARCHAR, VARCHAR));
create table mainlines (game_id INTEGER, turns BIGINT[] using compression uncompressed, keys BIGINT[] using compression uncompressed);
create table positions_by_key (key BIGINT using compression uncompressed, game_id INTEGER using compression uncompressed, ply INTEGER using compression uncompressed);
create table mentis_features (game_id INTEGER using compression rle, ply INTEGER using compression uncompressed, move_code BIGINT using compression bitpacking, row1 BIGINT using compression uncompressed, row2 BIGINT using compression uncompressed, row3 BIGINT using compression uncompressed, row4 BIGINT using compression uncompressed, row5 BIGINT using compression uncompressed, row6 BIGINT using compression uncompressed, row7 BIGINT using compression uncompressed, state_code BIGINT using compression uncompressed, attacked BIGINT using compression uncompressed, blocking BIGINT using compression rle, captures BIGINT using compression uncompressed, blue BIGINT using compression uncompressed, red BIGINT using compression uncompressed, top_s BIGINT using compression uncompressed, top_t BIGINT using compression uncompressed, top_n BIGINT using compression uncompressed);
create table mentis_attacks_of_others (game_id INTEGER using compression rle, ply INTEGER using compression uncompressed, attacking_up BIGINT using compression uncompressed, attacking_right BIGINT using compression uncompressed, attacking_down BIGINT using compression uncompressed, attacking_left BIGINT using compression uncompressed, wolf_targets BIGINT using compression rle, wolf_attackers BIGINT using compression rle, wolf_squares BIGINT using compression rle, state_code BIGINT using compression uncompressed, captures BIGINT using compression uncompressed, blue BIGINT using compression uncompressed, red BIGINT using compression uncompressed, top_s BIGINT using compression uncompressed, top_t BIGINT using compression uncompressed, top_n BIGINT using compression uncompressed);
create table mentis_attacks_of_wolves (game_id INTEGER using compression rle, ply INTEGER using compression uncompressed, attacking_up BIGINT using compression uncompressed, attacking_right BIGINT using compression uncompressed, attacking_down BIGINT using compression uncompressed, attacking_left BIGINT using compression uncompressed, wolf_targets BIGINT using compression rle, wolf_attackers BIGINT using compression rle, wolf_squares BIGINT using compression rle, state_code BIGINT using compression uncompressed, captures BIGINT using compression uncompressed, blue BIGINT using compression uncompressed, red BIGINT using compression uncompressed, top_s BIGINT using compression uncompressed, top_t BIGINT using compression uncompressed, top_n BIGINT using compression uncompressed);
create table mentis_unions (game_id INTEGER using compression uncompressed, row1 BIGINT using compression uncompressed, row2 BIGINT using compression uncompressed, row3 BIGINT using compression uncompressed, row4 BIGINT using compression uncompressed, row5 BIGINT using compression uncompressed, row6 BIGINT using compression uncompressed, row7 BIGINT using compression uncompressed, state_code BIGINT using compression uncompressed, attacked BIGINT using compression uncompressed, blocking BIGINT using compression uncompressed, captures BIGINT using compression uncompressed, blue BIGINT using compression uncompressed, red BIGINT using compression uncompressed, top_s BIGINT using compression uncompressed, top_t BIGINT using compression uncompressed, top_n BIGINT using compression uncompressed, blue_s BIGINT using compression uncompressed, blue_t BIGINT using compression uncompressed, blue_n BIGINT using compression uncompressed, blue_others BIGINT using compression uncompressed, blue_any_s BIGINT using compression uncompressed, blue_any_t BIGINT using compression uncompressed, blue_any_n BIGINT using compression uncompressed, blue_height1 BIGINT using compression uncompressed, blue_height2 BIGINT using compression uncompressed, blue_height3 BIGINT using compression uncompressed, red_s BIGINT using compression uncompressed, red_t BIGINT using compression uncompressed, red_n BIGINT using compression uncompressed, red_others BIGINT using compression uncompressed, red_any_s BIGINT using compression uncompressed, red_any_t BIGINT using compression uncompressed, red_any_n BIGINT using compression uncompressed, red_height1 BIGINT using compression uncompressed, red_height2 BIGINT using compression uncompressed, red_height3 BIGINT using compression uncompressed, empty BIGINT using compression uncompressed);
create table moves (game VARCHAR, move_code BIGINT, notation VARCHAR, kind VARCHAR);
create table variations (game_id INTEGER, line INTEGER, parent_line INTEGER, ply INTEGER);
create table variation_plies (game_id INTEGER, line INTEGER, ply INTEGER, turn BIGINT, key BIGINT);
create table annotations (game_id INTEGER, line INTEGER, ply INTEGER, suffix VARCHAR, nags SMALLINT[]);
create table comments (game_id INTEGER, line INTEGER, ply INTEGER, place VARCHAR, number INTEGER, kind VARCHAR, text VARCHAR);
create table duplicates (game_id INTEGER, source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, ply_count INTEGER, result VARCHAR, tags MAP(VARCHAR, VARCHAR), text VARCHAR);
create table quarantine (source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, text VARCHAR, diagnostics JSON, raw BLOB);
create table aliases (name VARCHAR PRIMARY KEY, player VARCHAR);
create table saved_queries (name VARCHAR PRIMARY KEY, text VARCHAR);
create view namesakes as with recursive names as ( select player as name, player from aliases where player not in (select name from aliases) union select aliases.name, names.player from aliases join names on aliases.player = names.name ) select one.name, other.name as other from names as one join names as other using (player);
create view position_keys as select game_id, unnest(range(len(keys)))::integer as ply, unnest(turns) as turn, unnest(keys) as key from mainlines;
create view plies as select position.game_id, position.ply, side.name as side, move.kind, move.notation, move.move_code, position.key, position.key & -8 as canonical_key from ( select game_id, game, unnest(range(len(keys)))::integer as ply, unnest(turns) as turn, unnest(keys) as key from mainlines join games using (game_id) ) as position join moves as move on move.game = position.game and move.move_code = position.turn >> 3 join sides as side on side.game = position.game and side.side = position.turn & 7 where position.ply > 0;
create view positions as select game_id, ply, move_code, row1, row2, row3, row4, row5, row6, row7, state_code, attacked, blocking, captures, blue, red, top_s, top_t, top_n, ((state_code >> 24) & 1) as side, ((((((row1 >> 4) & ~(row1 >> 5)) & 1103823438081) % 127) | ((((row1 >> 4) & ~(row1 >> 5)) >> 42) & 64)) | ((((((row2 >> 4) & ~(row2 >> 5)) & 1103823438081) % 127) | ((((row2 >> 4) & ~(row2 >> 5)) >> 42) & 64)) << 7) | ((((((row3 >> 4) & ~(row3 >> 5)) & 1103823438081) % 127) | ((((row3 >> 4) & ~(row3 >> 5)) >> 42) & 64)) << 14) | ((((((row4 >> 4) & ~(row4 >> 5)) & 1103823438081) % 127) | ((((row4 >> 4) & ~(row4 >> 5)) >> 42) & 64)) << 21) | ((((((row5 >> 4) & ~(row5 >> 5)) & 1103823438081) % 127) | ((((row5 >> 4) & ~(row5 >> 5)) >> 42) & 64)) << 28) | ((((((row6 >> 4) & ~(row6 >> 5)) & 1103823438081) % 127) | ((((row6 >> 4) & ~(row6 >> 5)) >> 42) & 64)) << 35) | ((((((row7 >> 4) & ~(row7 >> 5)) & 1103823438081) % 127) | ((((row7 >> 4) & ~(row7 >> 5)) >> 42) & 64)) << 42)) as second_s, ((((((row1 >> 5) & ~(row1 >> 4)) & 1103823438081) % 127) | ((((row1 >> 5) & ~(row1 >> 4)) >> 42) & 64)) | ((((((row2 >> 5) & ~(row2 >> 4)) & 1103823438081) % 127) | ((((row2 >> 5) & ~(row2 >> 4)) >> 42) & 64)) << 7) | ((((((row3 >> 5) & ~(row3 >> 4)) & 1103823438081) % 127) | ((((row3 >> 5) & ~(row3 >> 4)) >> 42) & 64)) << 14) | ((((((row4 >> 5) & ~(row4 >> 4)) & 1103823438081) % 127) | ((((row4 >> 5) & ~(row4 >> 4)) >> 42) & 64)) << 21) | ((((((row5 >> 5) & ~(row5 >> 4)) & 1103823438081) % 127) | ((((row5 >> 5) & ~(row5 >> 4)) >> 42) & 64)) << 28) | ((((((row6 >> 5) & ~(row6 >> 4)) & 1103823438081) % 127) | ((((row6 >> 5) & ~(row6 >> 4)) >> 42) & 64)) << 35) | ((((((row7 >> 5) & ~(row7 >> 4)) & 1103823438081) % 127) | ((((row7 >> 5) & ~(row7 >> 4)) >> 42) & 64)) << 42)) as second_t, ((((((row1 >> 4) & (row1 >> 5)) & 1103823438081) % 127) | ((((row1 >> 4) & (row1 >> 5)) >> 42) & 64)) | ((((((row2 >> 4) & (row2 >> 5)) & 1103823438081) % 127) | ((((row2 >> 4) & (row2 >> 5)) >> 42) & 64)) << 7) | ((((((row3 >> 4) & (row3 >> 5)) & 1103823438081) % 127) | ((((row3 >> 4) & (row3 >> 5)) >> 42) & 64)) << 14) | ((((((row4 >> 4) & (row4 >> 5)) & 1103823438081) % 127) | ((((row4 >> 4) & (row4 >> 5)) >> 42) & 64)) << 21) | ((((((row5 >> 4) & (row5 >> 5)) & 1103823438081) % 127) | ((((row5 >> 4) & (row5 >> 5)) >> 42) & 64)) << 28) | ((((((row6 >> 4) & (row6 >> 5)) & 1103823438081) % 127) | ((((row6 >> 4) & (row6 >> 5)) >> 42) & 64)) << 35) | ((((((row7 >> 4) & (row7 >> 5)) & 1103823438081) % 127) | ((((row7 >> 4) & (row7 >> 5)) >> 42) & 64)) << 42)) as second_n, ((((((row1 >> 6) & ~(row1 >> 7)) & 1103823438081) % 127) | ((((row1 >> 6) & ~(row1 >> 7)) >> 42) & 64)) | ((((((row2 >> 6) & ~(row2 >> 7)) & 1103823438081) % 127) | ((((row2 >> 6) & ~(row2 >> 7)) >> 42) & 64)) << 7) | ((((((row3 >> 6) & ~(row3 >> 7)) & 1103823438081) % 127) | ((((row3 >> 6) & ~(row3 >> 7)) >> 42) & 64)) << 14) | ((((((row4 >> 6) & ~(row4 >> 7)) & 1103823438081) % 127) | ((((row4 >> 6) & ~(row4 >> 7)) >> 42) & 64)) << 21) | ((((((row5 >> 6) & ~(row5 >> 7)) & 1103823438081) % 127) | ((((row5 >> 6) & ~(row5 >> 7)) >> 42) & 64)) << 28) | ((((((row6 >> 6) & ~(row6 >> 7)) & 1103823438081) % 127) | ((((row6 >> 6) & ~(row6 >> 7)) >> 42) & 64)) << 35) | ((((((row7 >> 6) & ~(row7 >> 7)) & 1103823438081) % 127) | ((((row7 >> 6) & ~(row7 >> 7)) >> 42) & 64)) << 42)) as third_s, ((((((row1 >> 7) & ~(row1 >> 6)) & 1103823438081) % 127) | ((((row1 >> 7) & ~(row1 >> 6)) >> 42) & 64)) | ((((((row2 >> 7) & ~(row2 >> 6)) & 1103823438081) % 127) | ((((row2 >> 7) & ~(row2 >> 6)) >> 42) & 64)) << 7) | ((((((row3 >> 7) & ~(row3 >> 6)) & 1103823438081) % 127) | ((((row3 >> 7) & ~(row3 >> 6)) >> 42) & 64)) << 14) | ((((((row4 >> 7) & ~(row4 >> 6)) & 1103823438081) % 127) | ((((row4 >> 7) & ~(row4 >> 6)) >> 42) & 64)) << 21) | ((((((row5 >> 7) & ~(row5 >> 6)) & 1103823438081) % 127) | ((((row5 >> 7) & ~(row5 >> 6)) >> 42) & 64)) << 28) | ((((((row6 >> 7) & ~(row6 >> 6)) & 1103823438081) % 127) | ((((row6 >> 7) & ~(row6 >> 6)) >> 42) & 64)) << 35) | ((((((row7 >> 7) & ~(row7 >> 6)) & 1103823438081) % 127) | ((((row7 >> 7) & ~(row7 >> 6)) >> 42) & 64)) << 42)) as third_t, ((((((row1 >> 6) & (row1 >> 7)) & 1103823438081) % 127) | ((((row1 >> 6) & (row1 >> 7)) >> 42) & 64)) | ((((((row2 >> 6) & (row2 >> 7)) & 1103823438081) % 127) | ((((row2 >> 6) & (row2 >> 7)) >> 42) & 64)) << 7) | ((((((row3 >> 6) & (row3 >> 7)) & 1103823438081) % 127) | ((((row3 >> 6) & (row3 >> 7)) >> 42) & 64)) << 14) | ((((((row4 >> 6) & (row4 >> 7)) & 1103823438081) % 127) | ((((row4 >> 6) & (row4 >> 7)) >> 42) & 64)) << 21) | ((((((row5 >> 6) & (row5 >> 7)) & 1103823438081) % 127) | ((((row5 >> 6) & (row5 >> 7)) >> 42) & 64)) << 28) | ((((((row6 >> 6) & (row6 >> 7)) & 1103823438081) % 127) | ((((row6 >> 6) & (row6 >> 7)) >> 42) & 64)) << 35) | ((((((row7 >> 6) & (row7 >> 7)) & 1103823438081) % 127) | ((((row7 >> 6) & (row7 >> 7)) >> 42) & 64)) << 42)) as third_n, ((blue | red) & 123145302310940) as kings, ((blue | red) & ~((top_s | top_t | top_n) | 123145302310940)) as wolves, (top_s | second_s | third_s) as any_s, (top_t | second_t | third_t) as any_t, (top_n | second_n | third_n) as any_n, ((((((row1 >> 4) | (row1 >> 5)) & 1103823438081) % 127) | ((((row1 >> 4) | (row1 >> 5)) >> 42) & 64)) | ((((((row2 >> 4) | (row2 >> 5)) & 1103823438081) % 127) | ((((row2 >> 4) | (row2 >> 5)) >> 42) & 64)) << 7) | ((((((row3 >> 4) | (row3 >> 5)) & 1103823438081) % 127) | ((((row3 >> 4) | (row3 >> 5)) >> 42) & 64)) << 14) | ((((((row4 >> 4) | (row4 >> 5)) & 1103823438081) % 127) | ((((row4 >> 4) | (row4 >> 5)) >> 42) & 64)) << 21) | ((((((row5 >> 4) | (row5 >> 5)) & 1103823438081) % 127) | ((((row5 >> 4) | (row5 >> 5)) >> 42) & 64)) << 28) | ((((((row6 >> 4) | (row6 >> 5)) & 1103823438081) % 127) | ((((row6 >> 4) | (row6 >> 5)) >> 42) & 64)) << 35) | ((((((row7 >> 4) | (row7 >> 5)) & 1103823438081) % 127) | ((((row7 >> 4) | (row7 >> 5)) >> 42) & 64)) << 42)) as height2, ((((((row1 >> 6) | (row1 >> 7)) & 1103823438081) % 127) | ((((row1 >> 6) | (row1 >> 7)) >> 42) & 64)) | ((((((row2 >> 6) | (row2 >> 7)) & 1103823438081) % 127) | ((((row2 >> 6) | (row2 >> 7)) >> 42) & 64)) << 7) | ((((((row3 >> 6) | (row3 >> 7)) & 1103823438081) % 127) | ((((row3 >> 6) | (row3 >> 7)) >> 42) & 64)) << 14) | ((((((row4 >> 6) | (row4 >> 7)) & 1103823438081) % 127) | ((((row4 >> 6) | (row4 >> 7)) >> 42) & 64)) << 21) | ((((((row5 >> 6) | (row5 >> 7)) & 1103823438081) % 127) | ((((row5 >> 6) | (row5 >> 7)) >> 42) & 64)) << 28) | ((((((row6 >> 6) | (row6 >> 7)) & 1103823438081) % 127) | ((((row6 >> 6) | (row6 >> 7)) >> 42) & 64)) << 35) | ((((((row7 >> 6) | (row7 >> 7)) & 1103823438081) % 127) | ((((row7 >> 6) | (row7 >> 7)) >> 42) & 64)) << 42)) as height3, ((state_code >> 0) & 7) as blue_hand_s, ((state_code >> 3) & 7) as blue_hand_t, ((state_code >> 6) & 7) as blue_hand_n, ((state_code >> 9) & 7) as blue_hand_w, ((state_code >> 12) & 7) as red_hand_s, ((state_code >> 15) & 7) as red_hand_t, ((state_code >> 18) & 7) as red_hand_n, ((state_code >> 21) & 7) as red_hand_w, (3 - ((state_code >> 0) & 7) - ((state_code >> 25) & 3)) as blue_lost_s, (3 - ((state_code >> 3) & 7) - ((state_code >> 27) & 3)) as blue_lost_t, (3 - ((state_code >> 6) & 7) - ((state_code >> 29) & 3)) as blue_lost_n, (3 - ((state_code >> 12) & 7) - ((state_code >> 33) & 3)) as red_lost_s, (3 - ((state_code >> 15) & 7) - ((state_code >> 35) & 3)) as red_lost_t, (3 - ((state_code >> 18) & 7) - ((state_code >> 37) & 3)) as red_lost_n from mentis_features;
create view mentis_attacks as from mentis_attacks_of_others union all from mentis_attacks_of_wolves;
create view game_players as with recursive resolved as ( select name, player from aliases where player not in (select name from aliases) union all select aliases.name, resolved.player from aliases join resolved on aliases.player = resolved.name ), seats as ( select game_id, date, 'Blue' as side, blue as name, blue_elo as elo, case result when '1-0' then 1.0 when '1/2-1/2' then 0.5 when '*' then null else 0.0 end as points from games where game = 'mentis' union all select game_id, date, 'Red' as side, red as name, red_elo as elo, case result when '0-1' then 1.0 when '1/2-1/2' then 0.5 when '*' then null else 0.0 end as points from games where game = 'mentis' ) select seats.game_id, seats.side, seats.name, coalesce(resolved.player, seats.name) as player, seats.elo, seats.points, seats.date from seats left join resolved on resolved.name = seats.name where seats.name not in ('', '?', '-', '*');
create view players as select player as name, count(distinct game_id) as games, sum(gained) as score, count(*) filter (gained = 1) as won, count(*) filter (gained = 0.5) as drawn, count(*) filter (gained = 0) as lost, min(date) filter ((case when date similar to '[1-9]\d{3}\.(\d\d\.(\d\d|\?\?)|\?\?\.\?\?)' then try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date end) is not null) as first_date, max(date) filter ((case when date similar to '[1-9]\d{3}\.(\d\d\.(\d\d|\?\?)|\?\?\.\?\?)' then try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date end) is not null) as last_date, arg_max(elo, (case when (case when date similar to '[1-9]\d{3}\.(\d\d\.(\d\d|\?\?)|\?\?\.\?\?)' then try_strptime(replace(date, '??', '01'), '%Y.%m.%d')::date end) is not null then date else '' end, game_id)) filter (elo is not null) as elo, list(distinct name order by name) filter (name <> player) as aliases from ( select *, case count(*) over (partition by game_id, player) when 1 then points end as gained from game_players ) group by player;
comment on table meta is 'Facts of this file, such as the version of its schema';
comment on column meta.key is 'what the fact is about';
comment on column meta.value is 'the fact';
comment on table sources is 'What has been loaded: one row a file or standard input; an archive is one source';
comment on column sources.source_id is 'number of the source, from 1';
comment on column sources.name is 'the path as it was given, or - for standard input';
comment on column sources.sha256 is 'SHA-256 of the bytes, in hexadecimal';
comment on column sources.bytes is 'size as stored';
comment on column sources.loaded_at is 'when it was loaded, in UTC';
comment on column sources.records is 'records read: stored + duplicates + quarantined + deleted';
comment on column sources.stored is 'records that became games';
comment on column sources.duplicates is 'records that were games already';
comment on column sources.quarantined is 'records with errors';
comment on column sources.deleted is 'records whose games have been deleted since';
comment on table sides is 'The sides of each game';
comment on column sides.game is 'the game that was played: its slug';
comment on column sides.side is 'index of the side, from 0';
comment on column sides.name is 'name of the side, which is also the tag of its player';
comment on table games is 'The games: one row a record without errors; a null is a tag that the record lacks';
comment on column games.game_id is 'number of the game, from 1';
comment on column games.source_id is 'where it came from: sources.source_id';
comment on column games.source_index is 'which record of the source, from 1';
comment on column games.source_member is 'the text within an archive, or null';
comment on column games.source_line is 'the line of the text on which the record begins, from 1';
comment on column games.game is 'the game that was played: its slug';
comment on column games.event is 'tag Event';
comment on column games.site is 'tag Site';
comment on column games.date is 'tag Date, yyyy.mm.dd with ?? for what is unknown';
comment on column games.round is 'tag Round';
comment on column games.blue is 'tag Blue: the player';
comment on column games.red is 'tag Red: the player';
comment on column games.result is '1-0 the first side won, 0-1 the second, 1/2-1/2, or * unknown';
comment on column games.termination is 'how the game ended: as tagged, else as the board shows';
comment on column games.variant is 'tag Variant, or the value that holds without it';
comment on column games.blue_elo is 'tag BlueElo';
comment on column games.red_elo is 'tag RedElo';
comment on column games.time_control is 'tag TimeControl';
comment on column games.annotator is 'tag Annotator';
comment on column games.source is 'tag Source: where the record was published or made';
comment on column games.ply_count is 'plies of the mainline, those of a continued record included';
comment on column games.inherited is 'how many of the plies come from a continued record';
comment on column games.irregular is 'plies that were played against the rules and kept as played';
comment on column games.start_position is 'position string before the first ply';
comment on column games.start_key is 'key of the start position';
comment on column games.content_key is 'hash of start key and move codes, to find duplicates';
comment on column games.opening_key is 'hash of start key, players and first moves, to find records cut short; or null';
comment on column games.tags is 'all further tags, and those whose text a column cannot give back';
comment on table mainlines is 'The mainlines of the games, one row each; the lists begin with the start position';
comment on column mainlines.game_id is 'the game: games.game_id';
comment on column mainlines.turns is 'for each position the move that led to the position times 8, plus the index of the side; -1 at ply 0';
comment on column mainlines.keys is 'for each position identity of the position; key & -8 is the same for its images';
comment on table positions_by_key is 'The positions of the indexed games, in stretches of millions, each sorted by the highest bits of the key';
comment on column positions_by_key.key is 'identity of the position; key & -8 is the same for its images';
comment on column positions_by_key.game_id is 'the game: games.game_id';
comment on column positions_by_key.ply is 'plies played before the position';
comment on table mentis_features is 'What stands on the board in the positions of the indexed games of Mentis';
comment on column mentis_features.game_id is 'the game: games.game_id';
comment on column mentis_features.ply is 'plies played before the position';
comment on column mentis_features.move_code is 'the move that led there; -1 at ply 0';
comment on column mentis_features.row1 is 'what stands on row 1, a byte a square, a1 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row2 is 'what stands on row 2, a byte a square, a2 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row3 is 'what stands on row 3, a byte a square, a3 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row4 is 'what stands on row 4, a byte a square, a4 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row5 is 'what stands on row 5, a byte a square, a5 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row6 is 'what stands on row 6, a byte a square, a6 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.row7 is 'what stands on row 7, a byte a square, a7 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_features.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column mentis_features.attacked is 'squares whose top tile some enemy tile could capture';
comment on column mentis_features.blocking is 'squares whose top tile, if lifted, lets an enemy make a capture that it blocks';
comment on column mentis_features.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column mentis_features.blue is 'squares with tiles of Blue';
comment on column mentis_features.red is 'squares with tiles of Red';
comment on column mentis_features.top_s is 'squares with Spears on top';
comment on column mentis_features.top_t is 'squares with Trenchmen on top';
comment on column mentis_features.top_n is 'squares with Nobles on top';
comment on table mentis_attacks_of_others is 'Which tiles could capture where, in the positions in which one could: those in which no Wolf could';
comment on column mentis_attacks_of_others.game_id is 'the game: games.game_id';
comment on column mentis_attacks_of_others.ply is 'plies played before the position';
comment on column mentis_attacks_of_others.attacking_up is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 7';
comment on column mentis_attacks_of_others.attacking_right is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column g';
comment on column mentis_attacks_of_others.attacking_down is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 1';
comment on column mentis_attacks_of_others.attacking_left is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column a';
comment on column mentis_attacks_of_others.wolf_targets is 'squares with tiles that an enemy Wolf could capture';
comment on column mentis_attacks_of_others.wolf_attackers is 'squares with what could capture an enemy Wolf';
comment on column mentis_attacks_of_others.wolf_squares is 'squares with Wolves';
comment on column mentis_attacks_of_others.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column mentis_attacks_of_others.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column mentis_attacks_of_others.blue is 'squares with tiles of Blue';
comment on column mentis_attacks_of_others.red is 'squares with tiles of Red';
comment on column mentis_attacks_of_others.top_s is 'squares with Spears on top';
comment on column mentis_attacks_of_others.top_t is 'squares with Trenchmen on top';
comment on column mentis_attacks_of_others.top_n is 'squares with Nobles on top';
comment on table mentis_attacks_of_wolves is 'Which tiles could capture where, in the positions in which one could: those in which a Wolf could';
comment on column mentis_attacks_of_wolves.game_id is 'the game: games.game_id';
comment on column mentis_attacks_of_wolves.ply is 'plies played before the position';
comment on column mentis_attacks_of_wolves.attacking_up is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 7';
comment on column mentis_attacks_of_wolves.attacking_right is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column g';
comment on column mentis_attacks_of_wolves.attacking_down is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 1';
comment on column mentis_attacks_of_wolves.attacking_left is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column a';
comment on column mentis_attacks_of_wolves.wolf_targets is 'squares with tiles that an enemy Wolf could capture';
comment on column mentis_attacks_of_wolves.wolf_attackers is 'squares with what could capture an enemy Wolf';
comment on column mentis_attacks_of_wolves.wolf_squares is 'squares with Wolves';
comment on column mentis_attacks_of_wolves.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column mentis_attacks_of_wolves.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column mentis_attacks_of_wolves.blue is 'squares with tiles of Blue';
comment on column mentis_attacks_of_wolves.red is 'squares with tiles of Red';
comment on column mentis_attacks_of_wolves.top_s is 'squares with Spears on top';
comment on column mentis_attacks_of_wolves.top_t is 'squares with Trenchmen on top';
comment on column mentis_attacks_of_wolves.top_n is 'squares with Nobles on top';
comment on table mentis_unions is 'What stands on the board at some time in the indexed games of Mentis: a number has all bits that it has in mentis_features in any of the positions; then sets of squares';
comment on column mentis_unions.game_id is 'the game: games.game_id';
comment on column mentis_unions.row1 is 'what stands on row 1, a byte a square, a1 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row2 is 'what stands on row 2, a byte a square, a2 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row3 is 'what stands on row 3, a byte a square, a3 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row4 is 'what stands on row 4, a byte a square, a4 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row5 is 'what stands on row 5, a byte a square, a5 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row6 is 'what stands on row 6, a byte a square, a6 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.row7 is 'what stands on row 7, a byte a square, a7 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column mentis_unions.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column mentis_unions.attacked is 'squares whose top tile some enemy tile could capture';
comment on column mentis_unions.blocking is 'squares whose top tile, if lifted, lets an enemy make a capture that it blocks';
comment on column mentis_unions.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column mentis_unions.blue is 'squares with tiles of Blue';
comment on column mentis_unions.red is 'squares with tiles of Red';
comment on column mentis_unions.top_s is 'squares with Spears on top';
comment on column mentis_unions.top_t is 'squares with Trenchmen on top';
comment on column mentis_unions.top_n is 'squares with Nobles on top';
comment on column mentis_unions.blue_s is 'squares with Blue''s Spears on top';
comment on column mentis_unions.blue_t is 'squares with Blue''s Trenchmen on top';
comment on column mentis_unions.blue_n is 'squares with Blue''s Nobles on top';
comment on column mentis_unions.blue_others is 'squares with Blue''s King or Wolf';
comment on column mentis_unions.blue_any_s is 'squares with Blue''s Spears anywhere';
comment on column mentis_unions.blue_any_t is 'squares with Blue''s Trenchmen anywhere';
comment on column mentis_unions.blue_any_n is 'squares with Blue''s Nobles anywhere';
comment on column mentis_unions.blue_height1 is 'squares with Blue''s stacks of 1';
comment on column mentis_unions.blue_height2 is 'squares with Blue''s stacks of 2';
comment on column mentis_unions.blue_height3 is 'squares with Blue''s stacks of 3';
comment on column mentis_unions.red_s is 'squares with Red''s Spears on top';
comment on column mentis_unions.red_t is 'squares with Red''s Trenchmen on top';
comment on column mentis_unions.red_n is 'squares with Red''s Nobles on top';
comment on column mentis_unions.red_others is 'squares with Red''s King or Wolf';
comment on column mentis_unions.red_any_s is 'squares with Red''s Spears anywhere';
comment on column mentis_unions.red_any_t is 'squares with Red''s Trenchmen anywhere';
comment on column mentis_unions.red_any_n is 'squares with Red''s Nobles anywhere';
comment on column mentis_unions.red_height1 is 'squares with Red''s stacks of 1';
comment on column mentis_unions.red_height2 is 'squares with Red''s stacks of 2';
comment on column mentis_unions.red_height3 is 'squares with Red''s stacks of 3';
comment on column mentis_unions.empty is 'squares without tiles';
comment on table moves is 'The distinct moves, of mainlines and variations';
comment on column moves.game is 'the game to which the move belongs: its slug';
comment on column moves.move_code is 'the move packed into a number';
comment on column moves.notation is 'the move in canonical notation';
comment on column moves.kind is 'kind of action';
comment on table variations is 'The variations: what might have been played';
comment on column variations.game_id is 'the game: games.game_id';
comment on column variations.line is 'number of the variation within the game, from 1';
comment on column variations.parent_line is 'the line whose ply it replaces: 0 the mainline';
comment on column variations.ply is 'the ply that it replaces, which is also its first';
comment on table variation_plies is 'The plies of the variations; the keys are those of the position after the ply';
comment on column variation_plies.game_id is 'the game: games.game_id';
comment on column variation_plies.line is 'the line of play: 0 the mainline, else variations.line';
comment on column variation_plies.ply is 'the ply within the record, from 1, also in variations';
comment on column variation_plies.turn is 'the move that led to the position times 8, plus the index of the side';
comment on column variation_plies.key is 'identity of the position; key & -8 is the same for its images';
comment on table annotations is 'The judgements of plies: one row a ply that has any';
comment on column annotations.game_id is 'the game: games.game_id';
comment on column annotations.line is 'the line of play: 0 the mainline, else variations.line';
comment on column annotations.ply is 'the ply within the record, from 1, also in variations';
comment on column annotations.suffix is 'one of ! ? !! ?? !? ?!, or null';
comment on column annotations.nags is 'numbers of the $n glyphs, in order';
comment on table comments is 'The comments, in the order of the record';
comment on column comments.game_id is 'the game: games.game_id';
comment on column comments.line is 'the line of play: 0 the mainline, else variations.line';
comment on column comments.ply is 'the ply within the record, from 1, also in variations';
comment on column comments.place is 'before or after the ply, or closing: after the result';
comment on column comments.number is 'order among the comments of one place, from 1';
comment on column comments.kind is 'brace, line or escape';
comment on column comments.text is 'the comment without its marks';
comment on table duplicates is 'The records that were games already, each with the game that was kept';
comment on column duplicates.game_id is 'the game: games.game_id';
comment on column duplicates.source_id is 'where it came from: sources.source_id';
comment on column duplicates.source_index is 'which record of the source, from 1';
comment on column duplicates.source_member is 'the text within an archive, or null';
comment on column duplicates.source_line is 'the line of the text on which the record begins, from 1';
comment on column duplicates.ply_count is 'plies of the record: fewer than the game''s if it is cut short';
comment on column duplicates.result is 'the result of the record';
comment on column duplicates.tags is 'all tags of the record';
comment on column duplicates.text is 'the record where it has comments or variations, else null';
comment on table quarantine is 'The records with errors, kept out of the games';
comment on column quarantine.source_id is 'where it came from: sources.source_id';
comment on column quarantine.source_index is 'which record of the source, from 1';
comment on column quarantine.source_member is 'the text within an archive, or null';
comment on column quarantine.source_line is 'the line of the text on which the record begins, from 1';
comment on column quarantine.text is 'the record as it stands; bytes that are no UTF-8 as \xNN';
comment on column quarantine.diagnostics is 'what was found: a list of objects, in order of place';
comment on column quarantine.raw is 'the bytes of the record where they are no UTF-8, else null';
comment on table aliases is 'The names that stand for another one; games keep names as they are written';
comment on column aliases.name is 'a name as it is written in games';
comment on column aliases.player is 'the name that it stands for, which may be an alias itself';
comment on table saved_queries is 'The queries that were saved, to be asked by name';
comment on column saved_queries.name is 'the name, in lower case';
comment on column saved_queries.text is 'the query';
comment on view namesakes is 'The names of merged players: each with all names of the same player, itself among them';
comment on column namesakes.name is 'a name as it is written';
comment on column namesakes.other is 'a name of the same player';
comment on view position_keys is 'The positions of the mainlines, one row each; ply 0 is the start';
comment on column position_keys.game_id is 'the game: games.game_id';
comment on column position_keys.ply is 'plies played before the position';
comment on column position_keys.turn is 'the move that led to the position times 8, plus the index of the side; -1 at ply 0';
comment on column position_keys.key is 'identity of the position; key & -8 is the same for its images';
comment on view plies is 'The plies of the mainlines in readable form';
comment on column plies.game_id is 'the game: games.game_id';
comment on column plies.ply is 'the ply, from 1';
comment on column plies.side is 'name of the side that played it';
comment on column plies.kind is 'kind of action';
comment on column plies.notation is 'the move in canonical notation';
comment on column plies.move_code is 'the move packed into a number';
comment on column plies.key is 'identity of the position after the ply';
comment on column plies.canonical_key is 'the same for a position and its mirror images';
comment on view positions is 'What stands on the board in the positions of the indexed games; ply 0 is the start';
comment on column positions.game_id is 'the game: games.game_id';
comment on column positions.ply is 'plies played before the position';
comment on column positions.move_code is 'the move that led there; -1 at ply 0';
comment on column positions.row1 is 'what stands on row 1, a byte a square, a1 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row2 is 'what stands on row 2, a byte a square, a2 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row3 is 'what stands on row 3, a byte a square, a3 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row4 is 'what stands on row 4, a byte a square, a4 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row5 is 'what stands on row 5, a byte a square, a5 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row6 is 'what stands on row 6, a byte a square, a6 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.row7 is 'what stands on row 7, a byte a square, a7 lowest; its bits: 0 tiles of Blue, 1 of Red, 2 Spears or Nobles on top, 3 Trenchmen or Nobles on top, 4 and 5 the same second from the top, 6 and 7 third';
comment on column positions.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column positions.attacked is 'squares whose top tile some enemy tile could capture';
comment on column positions.blocking is 'squares whose top tile, if lifted, lets an enemy make a capture that it blocks';
comment on column positions.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column positions.blue is 'squares with tiles of Blue';
comment on column positions.red is 'squares with tiles of Red';
comment on column positions.top_s is 'squares with Spears on top';
comment on column positions.top_t is 'squares with Trenchmen on top';
comment on column positions.top_n is 'squares with Nobles on top';
comment on column positions.side is 'the side to move: 0 Blue, 1 Red';
comment on column positions.second_s is 'squares with Spears second from the top';
comment on column positions.second_t is 'squares with Trenchmen second from the top';
comment on column positions.second_n is 'squares with Nobles second from the top';
comment on column positions.third_s is 'squares with Spears third from the top';
comment on column positions.third_t is 'squares with Trenchmen third from the top';
comment on column positions.third_n is 'squares with Nobles third from the top';
comment on column positions.kings is 'squares with Kings';
comment on column positions.wolves is 'squares with Wolves';
comment on column positions.any_s is 'squares with Spears anywhere in the stack, top included';
comment on column positions.any_t is 'squares with Trenchmen anywhere in the stack, top included';
comment on column positions.any_n is 'squares with Nobles anywhere in the stack, top included';
comment on column positions.height2 is 'squares with two tiles or three';
comment on column positions.height3 is 'squares with three tiles';
comment on column positions.blue_hand_s is 'how many Spears are in Blue''s hand';
comment on column positions.blue_hand_t is 'how many Trenchmen are in Blue''s hand';
comment on column positions.blue_hand_n is 'how many Nobles are in Blue''s hand';
comment on column positions.blue_hand_w is 'how many Wolf are in Blue''s hand';
comment on column positions.red_hand_s is 'how many Spears are in Red''s hand';
comment on column positions.red_hand_t is 'how many Trenchmen are in Red''s hand';
comment on column positions.red_hand_n is 'how many Nobles are in Red''s hand';
comment on column positions.red_hand_w is 'how many Wolf are in Red''s hand';
comment on column positions.blue_lost_s is 'how many Spears Blue has lost: set minus hand minus board';
comment on column positions.blue_lost_t is 'how many Trenchmen Blue has lost: set minus hand minus board';
comment on column positions.blue_lost_n is 'how many Nobles Blue has lost: set minus hand minus board';
comment on column positions.red_lost_s is 'how many Spears Red has lost: set minus hand minus board';
comment on column positions.red_lost_t is 'how many Trenchmen Red has lost: set minus hand minus board';
comment on column positions.red_lost_n is 'how many Nobles Red has lost: set minus hand minus board';
comment on view mentis_attacks is 'Which tiles could capture where, in the positions in which one could (captures in mentis_features is not 0)';
comment on column mentis_attacks.game_id is 'the game: games.game_id';
comment on column mentis_attacks.ply is 'plies played before the position';
comment on column mentis_attacks.attacking_up is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 7';
comment on column mentis_attacks.attacking_right is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column g';
comment on column mentis_attacks.attacking_down is 'squares whose top tile, if no Wolf, could capture some enemy tile towards row 1';
comment on column mentis_attacks.attacking_left is 'squares whose top tile, if no Wolf, could capture some enemy tile towards column a';
comment on column mentis_attacks.wolf_targets is 'squares with tiles that an enemy Wolf could capture';
comment on column mentis_attacks.wolf_attackers is 'squares with what could capture an enemy Wolf';
comment on column mentis_attacks.wolf_squares is 'squares with Wolves';
comment on column mentis_attacks.state_code is 'bits 0-11 Blue''s hand, 12-23 Red''s: Spears, Trenchmen, Nobles, Wolves, three bits each; bit 24 the side to move: 0 Blue, 1 Red; bits 25-32 Blue''s tiles on the board, 33-40 Red''s: Spears, Trenchmen, Nobles, two bits each, King, Wolf, one each; bits 41-43 whether Blue has Spears, Trenchmen, Nobles on top somewhere, 44-46 Red; bits 47-49 whether Blue has stacks of one tile, two, three, 50-52 Red; bits 53-56 how many tiles Blue has on the board, 57-60 Red';
comment on column mentis_attacks.captures is 'bit 10 * attacker + 5 * side + target: such a tile of the side could capture such an enemy tile; types are 0 Spears, 1 Trenchmen, 2 Nobles, 3 King, 4 Wolf';
comment on column mentis_attacks.blue is 'squares with tiles of Blue';
comment on column mentis_attacks.red is 'squares with tiles of Red';
comment on column mentis_attacks.top_s is 'squares with Spears on top';
comment on column mentis_attacks.top_t is 'squares with Trenchmen on top';
comment on column mentis_attacks.top_n is 'squares with Nobles on top';
comment on view game_players is 'Who played which side of a game, aliases resolved; without unknown players';
comment on column game_players.game_id is 'the game: games.game_id';
comment on column game_players.side is 'name of the side';
comment on column game_players.name is 'the player''s name as it is written';
comment on column game_players.player is 'the name that it stands for';
comment on column game_players.elo is 'the player''s rating in the game';
comment on column game_players.points is '1 won, 0.5 drawn, 0 lost, null unknown';
comment on column game_players.date is 'tag Date of the game';
comment on view players is 'The players, aliases resolved';
comment on column players.name is 'the player';
comment on column players.games is 'games played';
comment on column players.score is 'points in the games with a result, but for those against themselves';
comment on column players.won is 'games won';
comment on column players.drawn is 'games drawn';
comment on column players.lost is 'games lost';
comment on column players.first_date is 'the earliest date, where any is known';
comment on column players.last_date is 'the latest date, where any is known';
comment on column players.elo is 'the latest rating';
comment on column players.aliases is 'other names in games that stand for the player, or null';
insert into meta values
('schema_version', '11'),
('made_by', '0.1.0'),
('rules_version.mentis', '1');
insert into sources values
(1, 'sample.mgn', '9ee34a392e21d9611939236709e691c378c6a1538533546927ab935a75fa0d3c', 1475, '2026-11-24 23:35:42.843216', 4, 4, 0, 0, 0),
(2, 'broken.mgn', '753357010cdd3322bcb11bc7d6292f802ccc059e3e8b26cfc09b8fd0d0475a69', 253, '2026-11-24 23:35:42.886402', 2, 1, 0, 1, 0),
(3, 'again.mgn', 'c2a479a03b232ac018680884134382656851fee458bc8822fc696410670b193f', 1476, '2026-11-24 23:35:42.905786', 4, 0, 4, 0, 0),
(4, 'listing.txt', '9968536725ac6fc18427bf309b08185e4ebfa0ff2435ec6bbcbdd244af48c1aa', 71, '2026-11-24 23:35:42.920485', 2, 2, 0, 0, 0),
(5, 'more.mgn', '20ca324cd58899c4e42b5634b6a3b974d05b26856b2ad5a80e15a9a7b775e055', 393, '2026-11-24 23:35:42.952831', 2, 2, 0, 0, 0),
(6, 'played.mgn', '1c3d4fc6d8213a730bc16da31a39c4348d1fd9d84369e473630b7cb91a83335d', 76, '2026-11-24 23:35:42.978653', 1, 1, 0, 0, 0);
insert into sides values
('mentis', 0, 'Blue'),
('mentis', 1, 'Red');
insert into games values
(1, 1, 1, null, 1, 'mentis', 'Rulebook example', '?', '2010.??.??', '1', 'Blue', 'Red', '0-1', 'resignation', 'Standard', 1500, null, null, null, null, 24, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 8087263153086408871, 2784462742085002966, map {'Collection': 'The rulebook', 'RedElo': '?'}),
(2, 1, 2, null, 17, 'mentis', 'Rulebook example', '?', '2010.??.??', '2', 'Blue', 'Red', '1/2-1/2', 'agreement', 'Standard', null, null, null, null, null, 46, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 782584346733698963, 2784462742085002966, map {}),
(3, 1, 3, null, 34, 'mentis', 'Notation', '?', '????.??.??', '-', 'Ada', 'Bert', '*', 'unterminated', 'Standard', null, null, null, null, null, 5, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 1801642901878543299, 5755356652651471547, map {}),
(4, 1, 4, null, 49, 'mentis', 'Wolf', '?', '2024.05.01', '-', 'Ada', 'Bert', '1-0', null, 'Wolf', null, null, null, null, null, 2, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3W1/s3t3n3w1 1', 8263272046097610680, 2596545579566810655, 2884019981999695490, map {}),
(5, 2, 1, null, 1, 'mentis', 'Sound', '?', '2024.05.02', '-', 'Ada', 'Bert', '*', 'unterminated', 'Standard', null, null, null, null, null, 2, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 2642296115392081460, 5187926826872549526, map {}),
(6, 4, 1, null, 1, 'mentis', null, null, null, null, null, null, '*', 'unterminated', 'Standard', null, null, null, null, null, 6, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 165841647119722276, null, map {}),
(7, 4, 2, null, 6, 'mentis', null, null, null, null, null, null, '*', 'unterminated', 'Standard', null, null, null, null, null, 4, 2, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 7127541371404036643, null, map {}),
(8, 5, 1, null, 1, 'mentis', 'Further tags', 'Café Ø', '2024.05.03', '1', 'Ada', 'Bert', '*', 'unterminated', 'Standard', 1500, null, null, null, 'club book, page 3', 3, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 3942192703877493032, 7025032547624791533, map {'Mood': 'it''s good', 'RedElo': 'about 1400'}),
(9, 5, 2, null, 16, 'mentis', 'Stated', '?', '2024.05.03', '2', 'Ada', '?', '*', 'unterminated', 'Standard', null, null, null, null, null, 2, 0, [], '3k3/7/7/7/7/T6/3K3 b -/- 5', 5857008333791578657, 3025139039137607842, null, map {'Position': '3k3/7/7/7/7/T6/3K3 b -/- 5'}),
(10, 6, 1, null, 1, 'mentis', 'x', null, null, null, 'Ada', 'Cleo', '*', 'unterminated', 'Standard', null, null, null, null, null, 5, 0, [3], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377208, 4613093970327286192, 7162257849295701877, map {});
insert into mainlines values
(1, [-1, 168296, 627049, 1481738848, 1616881249, 152424, 610665, 369754163552, 6186337, 460167435872, 639529, 81907538016, 3745585, 172354098016, 3042689, 82472, 47548325985, 410912, 2263921, 5064224, 1597217, 148352, 2481777, 1410172480, 1444388449], [1739249524219377208, 4757603101189461880, 3613364546623214936, 4842773506871017904, 709884799915145241, 1713186452977119337, 6140170463761149273, 187512255181290048, 2917228727320851097, 620657464274228976, 3021503290981719041, 7191682242594733560, 1490679735556505793, 2609346229758696833, 1482714003814755265, 5709996709747755504, 3065372404885661760, 1326990235170414417, 594841924405073696, 445129121605612664, 1054711263899590857, 18221644461961849, 1665118114525058272, 2769100525676808721, 2173334668931626856]),
(2, [-1, 168296, 627049, 1481738848, 1616881249, 152424, 610665, 369754163552, 6186337, 460167435872, 639529, 184616, 3745585, 5393184, 2483537, 357859186784, 1353521, 172354098016, 3042689, 403802688, 2500177, 1660960, 6317857, 2746480, 656844097, 1595680, 1579523681, 451779618912, 1531489, 488942432, 77595727713, 103466589536, 2282097, 116406212704, 5857313, 206848580448, 202537164897, 3928176, 639081, 2879600, 352608905057, 2879600, 168530529, 148352, 608865, 213632, 674145], [1739249524219377208, 4757603101189461880, 3613364546623214936, 4842773506871017904, 709884799915145241, 1713186452977119337, 6140170463761149273, 187512255181290048, 2917228727320851097, 620657464274228976, 3021503290981719041, 3999885529766587553, 3789176222287084096, 192247783630011329, 1924356815252379217, 2553673036783791720, 6359054427415525721, 7540804301271573529, 2178090988207446680, 1292523302370699576, 1642426707343175952, 4333394256500655488, 4164090964156634865, 1225944632218993480, 979951243085336888, 2842089158962357672, 2436475412010410001, 4167061161116431488, 1046006444781369977, 3355350144216543985, 1380534332291676496, 2288285434998204281, 1702889730073176584, 6699299663685322024, 7913952654092720568, 1292374153795479425, 3675123887530020800, 4181677031628717897, 1735725576773676216, 1197742624845795825, 5771543293698860121, 6968101854243031281, 4262381395337264305, 3874414511565434369, 2729670857175235960, 5147382001836298048, 4262381395337264305]),
(3, [-1, 168296, 627049, 1481738848, 1616881249, 152424], [1739249524219377208, 4757603101189461880, 3613364546623214936, 4842773506871017904, 709884799915145241, 1713186452977119337]),
(4, [-1, 16552, 770217], [8263272046097610680, 4600383663003916056, 151005561141301753]),
(5, [-1, 184680, 643433], [1739249524219377208, 312564382277843265, 3228302634090963784]),
(6, [-1, 180264, 639017, 147496, 606249, 1067296, 1991969], [1739249524219377208, 4878983853283948761, 5673371712786512584, 6458166944456312280, 2633970160085512944, 4561200621834497744, 3541476459592045664]),
(7, [-1, 180264, 639017, 16424, 704553], [1739249524219377208, 4878983853283948761, 5673371712786512584, 5236824406021462257, 1600383087787353833]),
(8, [-1, 163880, 622633, 147496], [1739249524219377208, 3882022935847012040, 7547169247692866952, 8910368873232631985]),
(9, [-1, 353273664, 3042689], [5857008333791578657, 1921073826768824376, 7595298860875904024]),
(10, [-1, 163880, 622633, 1198624, 2057761, 1659424], [1739249524219377208, 3882022935847012040, 7547169247692866952, 367015773122570169, 3148445129258498368, 1863274708025083808]);
insert into moves values
('mentis', 21037, 'TSNd2', 'deploy'),
('mentis', 78381, 'TSNd6', 'deploy'),
('mentis', 185217356, 'd2#-d3#-d4', 'move'),
('mentis', 202110156, 'd6#-d5#-e5', 'move'),
('mentis', 19053, 'TNNc2', 'deploy'),
('mentis', 76333, 'TSNc6', 'deploy'),
('mentis', 46219270444, 'c2-c3-c4#-b4', 'move'),
('mentis', 773292, 'c6#-c5', 'move'),
('mentis', 57520929484, 'b4-b5-b6#-b7', 'move'),
('mentis', 79941, 'TSe6', 'deploy'),
('mentis', 10238442252, 'd4-d3-e3-f3', 'move'),
('mentis', 468198, 'e6xb6', 'capture'),
('mentis', 21544262252, 'f3-f4-f5-f6', 'move'),
('mentis', 380336, 'd7-e7', 'move'),
('mentis', 10309, 'TSf1', 'deploy'),
('mentis', 5943540748, 'e5-e4-e3-e2', 'move'),
('mentis', 51364, 'f1-g1', 'move'),
('mentis', 282990, 'e2xd2', 'capture'),
('mentis', 633028, 'g1#-g2', 'move'),
('mentis', 199652, 'd5-d4', 'move'),
('mentis', 18544, 'd1-c1', 'move'),
('mentis', 310222, 'c5xc4', 'capture'),
('mentis', 176271560, 'g1-g2#-g3', 'move'),
('mentis', 180548556, 'c5-c4#-b4', 'move'),
('mentis', 23077, 'TSSe2', 'deploy'),
('mentis', 674148, 'e2#-e3', 'move'),
('mentis', 310442, 'c6xc4', 'capture'),
('mentis', 44732398348, 'd4-d3#-e3#-f3', 'move'),
('mentis', 169190, 'e6xe3', 'capture'),
('mentis', 50475336, 'd2-d3-d4', 'move'),
('mentis', 312522, 'd6xd4', 'capture'),
('mentis', 207620, 'd4-e4', 'move'),
('mentis', 789732, 'e6#-e5', 'move'),
('mentis', 343310, 'f6xe6', 'capture'),
('mentis', 82105512, 'c6-d6-e6', 'move'),
('mentis', 199460, 'e4-d4', 'move'),
('mentis', 197440460, 'c5-c6#-c5', 'move'),
('mentis', 56472452364, 'f6-g6-g7#-g6', 'move'),
('mentis', 191436, 'c5-c4', 'move'),
('mentis', 61117804, 'b7-b6-b5', 'move'),
('mentis', 9699465964, 'c4-c3-d3-e3', 'move'),
('mentis', 12933323692, 'b5-b4-c4-d4', 'move'),
('mentis', 285262, 'e3xe2', 'capture'),
('mentis', 14550776588, 'd4#-e4-f4-g4', 'move'),
('mentis', 732164, 'e5#-e4', 'move'),
('mentis', 25856072556, 'g4-g5-g6-g7', 'move'),
('mentis', 25317145612, 'e5-e6-f6-f7', 'move'),
('mentis', 491022, 'g7xf7', 'capture'),
('mentis', 79885, 'Ne6', 'deploy'),
('mentis', 359950, 'g7xf7', 'capture'),
('mentis', 44076113132, 'e6-e5-e4#-e3', 'move'),
('mentis', 21066316, 'e3-e2-d2', 'move'),
('mentis', 76108, 'd2-c2', 'move'),
('mentis', 26704, 'c1-d1', 'move'),
('mentis', 84268, 'c2-d2', 'move'),
('mentis', 197915852, 'd6#-d5#-c5', 'move'),
('mentis', 23149, 'TNNe2', 'deploy'),
('mentis', 80429, 'TSNe6', 'deploy'),
('mentis', 2069, 'Wb1', 'deploy'),
('mentis', 96277, 'Wf7', 'deploy'),
('mentis', 23085, 'TSNe2', 'deploy'),
('mentis', 22533, 'Se2', 'deploy'),
('mentis', 79877, 'Se6', 'deploy'),
('mentis', 18437, 'Sc2', 'deploy'),
('mentis', 75781, 'Sc6', 'deploy'),
('mentis', 133412, 'c2-c3', 'move'),
('mentis', 248996, 'c6-c5', 'move'),
('mentis', 2053, 'Sb1', 'deploy'),
('mentis', 88069, 'Sb7', 'deploy'),
('mentis', 20485, 'Sd2', 'deploy'),
('mentis', 77829, 'Sd6', 'deploy'),
('mentis', 44159208, 'a2-a3-a4', 'move'),
('mentis', 149828, 'd2-e3', 'move'),
('mentis', 257220, 'd6-d5', 'move'),
('mentis', 207428, 'e3-e4', 'move');
insert into variations values
(3, 1, 0, 4),
(3, 2, 1, 5),
(3, 3, 0, 4);
insert into variation_plies values
(3, 1, 4, 1583326817, 709884799915145240),
(3, 1, 5, 152424, 966322597912081224),
(3, 2, 5, 185192, 1713186452977119336),
(3, 2, 6, 643433, 6140170463761149272),
(3, 1, 6, 610665, 5862744712174114248),
(3, 3, 4, 610665, 127453571655015553);
insert into annotations values
(3, 0, 1, '!', []),
(3, 0, 4, null, [1, 14]),
(3, 2, 6, '!?', []);
insert into comments values
(3, 0, 1, 'before', 1, 'brace', 'before'),
(3, 0, 1, 'before', 2, 'escape', ' escape'),
(3, 0, 2, 'after', 1, 'brace', 'two'),
(3, 0, 2, 'after', 2, 'line', 'words'),
(3, 1, 4, 'after', 1, 'brace', 'inside'),
(3, 2, 5, 'before', 1, 'brace', 'first'),
(3, 0, 5, 'closing', 1, 'brace', 'after the end');
insert into duplicates values
(1, 3, 1, null, 2, 24, '0-1', map {'Event': 'Rulebook example', 'Site': '?', 'Date': '2010.??.??', 'Round': '1', 'Blue': 'Blue', 'Red': 'Red', 'Result': '0-1', 'Termination': 'resignation', 'BlueElo': '1500', 'RedElo': '?', 'Collection': 'The rulebook'}, null),
(2, 3, 2, null, 18, 46, '1/2-1/2', map {'Event': 'Rulebook example', 'Site': '?', 'Date': '2010.??.??', 'Round': '2', 'Blue': 'Blue', 'Red': 'Red', 'Result': '1/2-1/2', 'Termination': 'agreement'}, null),
(3, 3, 3, null, 35, 5, '*', map {'Event': 'Notation', 'Site': '?', 'Date': '????.??.??', 'Round': '-', 'Blue': 'Ada', 'Red': 'Bert', 'Result': '*'}, '[Event "Notation"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[Blue "Ada"]
[Red "Bert"]
[Result "*"]

{before}
% escape
1. TSNd2! TSNd6 {two} ; words
2. d2#-d3#-d4 d6#-d5#-e5 $1 $14 (2... d6#-d5#-c5 {inside} 3. TNNc2 (3. {first} TNNe2 TSNe6!?) 3... TSNc6)
(2... TSNc6) 3. TNNc2 *
{after the end}

'),
(4, 3, 4, null, 50, 2, '1-0', map {'Event': 'Wolf', 'Site': '?', 'Date': '2024.05.01', 'Round': '-', 'Blue': 'Ada', 'Red': 'Bert', 'Result': '1-0', 'Variant': 'Wolf'}, null);
insert into quarantine values
(2, 2, null, 11, '[Event "Illegal"]
[Site "?"]
[Date "2024.05.02"]
[Round "-"]
[Blue "Ada"]
[Red "Bert"]
[Result "*"]

1. TSNe2 TSNe6 2. e2-e3-e4-d4-c4 *
', '[{"code": "M106", "slug": "wrong-distance", "severity": "error", "message": "Nobles on e2 cannot move 4 squares", "line": 19, "column": 19, "end_line": 19, "end_column": 33, "expected": "one to three squares", "hint": "the top tile of the stack decides how far it moves", "rule": "rulebook, Movement Summary Table", "ply": 3, "move": "e2-e3-e4-d4-c4", "position": "3k3/4(tsn)2/7/7/7/4(TSN)2/3K3 b S2T2N2/s2t2n2 2"}]', null);
