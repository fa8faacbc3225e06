-- What a database of schema 1 holds after loading sample.mgn, broken.mgn, and of this folder
-- again.mgn, listing.txt, more.mgn and (with --as-played) played.mgn.

create table meta (key VARCHAR PRIMARY KEY, value VARCHAR);
comment on table meta is 'Facts of this file, such as the version of its schema';
comment on column meta.key is 'what the fact is about';
comment on column meta.value is 'the fact';
create table sources (source_id INTEGER, name VARCHAR, sha256 VARCHAR NOT NULL UNIQUE, bytes BIGINT, loaded_at TIMESTAMP, records INTEGER, stored INTEGER, duplicates INTEGER, quarantined INTEGER);
comment on table sources is 'What has been loaded: one row a file or standard input; an archive is one source';
comment on column sources.source_id is 'number of the source, from 1';
comment on column sources.name is 'the path as it was given, or - for standard input';
comment on column sources.sha256 is 'SHA-256 of the bytes, in hexadecimal';
comment on column sources.bytes is 'size as stored';
comment on column sources.loaded_at is 'when it was loaded, in UTC';
comment on column sources.records is 'records read: stored + duplicates + quarantined';
comment on column sources.stored is 'records that became games';
comment on column sources.duplicates is 'records that were games already';
comment on column sources.quarantined is 'records with errors';
create table sides (game VARCHAR, side UTINYINT, name VARCHAR);
comment on table sides is 'The sides of each game';
comment on column sides.game is 'the game that was played: its slug';
comment on column sides.side is 'index of the side, from 0';
comment on column sides.name is 'name of the side, which is also the tag of its player';
create table games (game_id BIGINT, source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, game VARCHAR, event VARCHAR, site VARCHAR, date VARCHAR, round VARCHAR, blue VARCHAR, red VARCHAR, result VARCHAR, termination VARCHAR, variant VARCHAR, blue_elo INTEGER, red_elo INTEGER, time_control VARCHAR, annotator VARCHAR, ply_count INTEGER, inherited INTEGER, irregular INTEGER[], start_position VARCHAR, start_key BIGINT, start_canonical_key BIGINT, final_position VARCHAR, content_key BIGINT, tags MAP(VARCHAR, VARCHAR));
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
comment on column games.ply_count is 'plies of the mainline, those of a continued record included';
comment on column games.inherited is 'how many of the plies come from a continued record';
comment on column games.irregular is 'plies that were played against the rules and kept as played';
comment on column games.start_position is 'position string before the first ply';
comment on column games.start_key is 'key of the start position';
comment on column games.start_canonical_key is 'canonical key of the start position';
comment on column games.final_position is 'position string after the last ply';
comment on column games.content_key is 'hash of start key and move codes, to find duplicates';
comment on column games.tags is 'all further tags, and those whose text a column cannot give back';
create table position_keys (game_id BIGINT, ply INTEGER, side UTINYINT, move_code BIGINT, key BIGINT, canonical_key BIGINT);
comment on table position_keys is 'The positions of the mainlines, one row each; ply 0 is the start';
comment on column position_keys.game_id is 'the game: games.game_id';
comment on column position_keys.ply is 'plies played before the position';
comment on column position_keys.side is 'index of the side that played the ply; null at ply 0';
comment on column position_keys.move_code is 'the move that led to the position; null at ply 0';
comment on column position_keys.key is 'identity of the position: pieces, pools and side to move';
comment on column position_keys.canonical_key is 'the same for a position and its mirror images';
create table moves (game VARCHAR, move_code BIGINT, notation VARCHAR, kind VARCHAR);
comment on table moves is 'The distinct moves, of mainlines and variations';
comment on column moves.game is 'the game to which the move belongs: its slug';
comment on column moves.move_code is 'the move packed into a number';
comment on column moves.notation is 'the move in canonical notation';
comment on column moves.kind is 'kind of action';
create table variations (game_id BIGINT, line INTEGER, parent_line INTEGER, ply INTEGER);
comment on table variations is 'The variations: what might have been played';
comment on column variations.game_id is 'the game: games.game_id';
comment on column variations.line is 'number of the variation within the game, from 1';
comment on column variations.parent_line is 'the line whose ply it replaces: 0 the mainline';
comment on column variations.ply is 'the ply that it replaces, which is also its first';
create table variation_plies (game_id BIGINT, line INTEGER, ply INTEGER, side UTINYINT, move_code BIGINT, key BIGINT, canonical_key BIGINT);
comment on table variation_plies is 'The plies of the variations; the keys are those of the position after the ply';
comment on column variation_plies.game_id is 'the game: games.game_id';
comment on column variation_plies.line is 'the line of play: 0 the mainline, else variations.line';
comment on column variation_plies.ply is 'the ply within the record, from 1, also in variations';
comment on column variation_plies.side is 'index of the side that plays the ply';
comment on column variation_plies.move_code is 'the move that was played: moves.move_code';
comment on column variation_plies.key is 'identity of the position: pieces, pools and side to move';
comment on column variation_plies.canonical_key is 'the same for a position and its mirror images';
create table annotations (game_id BIGINT, line INTEGER, ply INTEGER, suffix VARCHAR, nags SMALLINT[]);
comment on table annotations is 'The judgements of plies: one row a ply that has any';
comment on column annotations.game_id is 'the game: games.game_id';
comment on column annotations.line is 'the line of play: 0 the mainline, else variations.line';
comment on column annotations.ply is 'the ply within the record, from 1, also in variations';
comment on column annotations.suffix is 'one of ! ? !! ?? !? ?!, or null';
comment on column annotations.nags is 'numbers of the $n glyphs, in order';
create table comments (game_id BIGINT, line INTEGER, ply INTEGER, place VARCHAR, number INTEGER, kind VARCHAR, text VARCHAR);
comment on table comments is 'The comments, in the order of the record';
comment on column comments.game_id is 'the game: games.game_id';
comment on column comments.line is 'the line of play: 0 the mainline, else variations.line';
comment on column comments.ply is 'the ply within the record, from 1, also in variations';
comment on column comments.place is 'before or after the ply, or closing: after the result';
comment on column comments.number is 'order among the comments of one place, from 1';
comment on column comments.kind is 'brace, line or escape';
comment on column comments.text is 'the comment without its marks';
create table duplicates (game_id BIGINT, source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, result VARCHAR, tags MAP(VARCHAR, VARCHAR), text VARCHAR);
comment on table duplicates is 'The records that were games already, each with the game that was kept';
comment on column duplicates.game_id is 'the game: games.game_id';
comment on column duplicates.source_id is 'where it came from: sources.source_id';
comment on column duplicates.source_index is 'which record of the source, from 1';
comment on column duplicates.source_member is 'the text within an archive, or null';
comment on column duplicates.source_line is 'the line of the text on which the record begins, from 1';
comment on column duplicates.result is 'the result of the record';
comment on column duplicates.tags is 'all tags of the record';
comment on column duplicates.text is 'the record where it has comments or variations, else null';
create table quarantine (source_id INTEGER, source_index INTEGER, source_member VARCHAR, source_line INTEGER, text VARCHAR, diagnostics JSON);
comment on table quarantine is 'The records with errors, kept out of the games';
comment on column quarantine.source_id is 'where it came from: sources.source_id';
comment on column quarantine.source_index is 'which record of the source, from 1';
comment on column quarantine.source_member is 'the text within an archive, or null';
comment on column quarantine.source_line is 'the line of the text on which the record begins, from 1';
comment on column quarantine.text is 'the record as it stands; bytes that are no UTF-8 as \udcXX';
comment on column quarantine.diagnostics is 'what was found: a list of objects, in order of place';
create view plies as select position.game_id, position.ply, side.name as side, move.kind, move.notation, position.move_code, position.key, position.canonical_key from position_keys as position join games as game on game.game_id = position.game_id join moves as move on move.game = game.game and move.move_code = position.move_code join sides as side on side.game = game.game and side.side = position.side where position.ply > 0;
comment on view plies is 'The plies of the mainlines in readable form';
comment on column plies.game_id is 'the game: games.game_id';
comment on column plies.ply is 'the ply, from 1';
comment on column plies.side is 'name of the side that played it';
comment on column plies.kind is 'kind of action';
comment on column plies.notation is 'the move in canonical notation';
comment on column plies.move_code is 'the move packed into a number';
comment on column plies.key is 'identity of the position after the ply';
comment on column plies.canonical_key is 'the same for a position and its mirror images';

insert into meta values
('made_by', '0.1.0'),
('rules_version.mentis', '1'),
('schema_version', '1');

insert into sources values
(1, 'sample.mgn', '9ee34a392e21d9611939236709e691c378c6a1538533546927ab935a75fa0d3c', 1475, '2026-11-21 22:43:02.008730', 4, 4, 0, 0),
(2, 'broken.mgn', '753357010cdd3322bcb11bc7d6292f802ccc059e3e8b26cfc09b8fd0d0475a69', 253, '2026-11-21 22:43:03.847887', 2, 1, 0, 1),
(3, 'version1/again.mgn', 'c2a479a03b232ac018680884134382656851fee458bc8822fc696410670b193f', 1476, '2026-11-21 22:43:05.708648', 4, 0, 4, 0),
(4, 'version1/listing.txt', '9968536725ac6fc18427bf309b08185e4ebfa0ff2435ec6bbcbdd244af48c1aa', 71, '2026-11-21 22:43:07.499628', 2, 2, 0, 0),
(5, 'version1/more.mgn', '20ca324cd58899c4e42b5634b6a3b974d05b26856b2ad5a80e15a9a7b775e055', 393, '2026-11-21 22:43:08.974772', 2, 2, 0, 0),
(6, 'version1/played.mgn', '1c3d4fc6d8213a730bc16da31a39c4348d1fd9d84369e473630b7cb91a83335d', 76, '2026-11-21 22:43:11.037228', 1, 1, 0, 0);

insert into sides values
('mentis', 0, 'Blue'),
('mentis', 1, 'Red');

insert into games values
(1, 1, 1, null, 1, 'mentis', 'Rulebook example', '?', '2010.??.??', '1', 'Blue', 'Red', '0-1', 'resignation', 'Standard', 1500, null, null, null, 24, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '1N2k2/2tt(ts)(SN)1/7/1nss3/6T/4n1S/2K4 b S1/n1 13', 7479615963384285833, map {'RedElo': '?', 'Collection': 'The rulebook'}),
(2, 1, 2, null, 17, 'mentis', 'Rulebook example', '?', '2010.??.??', '2', 'Blue', 'Red', '1/2-1/2', 'agreement', 'Standard', null, null, null, null, 46, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '4k1(SNN)/2s4/3s3/3Ss2/7/3(nn)3/3K3 b -/- 24', 6358958102838259658, map {}),
(3, 1, 3, null, 34, 'mentis', 'Notation', '?', '????.??.??', '-', 'Ada', 'Bert', '*', 'unterminated', 'Standard', null, null, null, null, 5, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '3k3/3t3/3sn2/3N3/3S3/2(TNN)T3/3K3 r S2T1/s2t2n2 3', 9134605186359439360, map {}),
(4, 1, 4, null, 49, 'mentis', 'Wolf', '?', '2024.05.01', '-', 'Ada', 'Bert', '1-0', null, 'Wolf', null, null, null, null, 2, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3W1/s3t3n3w1 1', 8263272046097610684, 8263272046097610684, '3k1w1/7/7/7/7/7/1W1K3 b S3T3N3/s3t3n3 2', 5777017595738726964, map {}),
(5, 2, 1, null, 1, 'mentis', 'Sound', '?', '2024.05.02', '-', 'Ada', 'Bert', '*', 'unterminated', 'Standard', null, null, null, null, 2, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '3k3/4(tsn)2/7/7/7/4(TSN)2/3K3 b S2T2N2/s2t2n2 2', 1928174999877325572, map {}),
(6, 4, 1, null, 1, 'mentis', null, null, null, null, null, null, '*', 'unterminated', 'Standard', null, null, null, null, 6, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '3k3/4s2/2s4/7/2S4/4S2/3K3 b S1T3N3/s1t3n3 4', 8549984092214707477, map {}),
(7, 4, 2, null, 6, 'mentis', null, null, null, null, null, null, '*', 'unterminated', 'Standard', null, null, null, null, 4, 2, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '1s1k3/4s2/7/7/7/4S2/1S1K3 b S1T3N3/s1t3n3 3', 1193214534652942628, map {}),
(8, 5, 1, null, 1, 'mentis', 'Further tags', 'Café Ø', '2024.05.03', '1', 'Ada', 'Bert', '*', 'unterminated', 'Standard', 1500, null, null, null, 3, 0, [], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '3k3/3s3/7/7/7/2SS3/3K3 r S1T3N3/s2t3n3 2', 2646919732234449972, map {'Source': 'club book, page 3', 'Mood': 'it''s good', 'RedElo': 'about 1400'}),
(9, 5, 2, null, 16, 'mentis', 'Stated', '?', '2024.05.03', '2', 'Ada', '?', '*', 'unterminated', 'Standard', null, null, null, null, 2, 0, [], '3k3/7/7/7/7/T6/3K3 b -/- 5', 6826494395630948845, 5857008333791578663, '4k2/7/7/T6/7/7/3K3 b -/- 6', 265066211129281031, map {'Position': '3k3/7/7/7/7/T6/3K3 b -/- 5'}),
(10, 6, 1, null, 1, 'mentis', 'x', null, null, null, 'Ada', 'Cleo', '*', 'unterminated', 'Standard', null, null, null, null, 5, 0, [3], '3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1', 1739249524219377214, 1739249524219377214, '3k3/7/3s3/4S2/7/7/3K3 r S2T3N3/s2t3n3 3', 4186228499064093559, map {});

insert into position_keys values
(1, 0, null, null, 1739249524219377214, 1739249524219377214),
(1, 1, 0, 21037, 4757603101189461882, 4757603101189461882),
(1, 2, 1, 78381, 3613364546623214940, 3613364546623214940),
(1, 3, 0, 185217356, 4842773506871017906, 4842773506871017906),
(1, 4, 1, 202110156, 4501029931767697021, 709884799915145245),
(1, 5, 0, 19053, 4235015181353436463, 1713186452977119337),
(1, 6, 1, 76333, 7417566944724657071, 6140170463761149273),
(1, 7, 0, 46219270444, 187512255181290049, 187512255181290049),
(1, 8, 1, 773292, 3258634461166107182, 2917228727320851099),
(1, 9, 0, 57520929484, 620657464274228981, 620657464274228981),
(1, 10, 1, 79941, 6686380930683259824, 3021503290981719044),
(1, 11, 0, 10238442252, 7191682242594733564, 7191682242594733564),
(1, 12, 1, 468198, 4327778581081874416, 1490679735556505794),
(1, 13, 0, 21544262252, 2994683689979395781, 2609346229758696839),
(1, 14, 1, 380336, 6503666898143830755, 1482714003814755268),
(1, 15, 0, 10309, 5709996709747755508, 5709996709747755508),
(1, 16, 1, 5943540748, 3065372404885661763, 3065372404885661763),
(1, 17, 0, 51364, 7816063245726069609, 1326990235170414417),
(1, 18, 1, 282990, 594841924405073700, 594841924405073700),
(1, 19, 0, 633028, 445129121605612671, 445129121605612671),
(1, 20, 1, 199652, 3686453632464172632, 1054711263899590861),
(1, 21, 0, 18544, 5883525796762666086, 18221644461961855),
(1, 22, 1, 310222, 1665118114525058279, 1665118114525058279),
(1, 23, 0, 176271560, 6476705687396327252, 2769100525676808724),
(1, 24, 1, 180548556, 2173334668931626858, 2173334668931626858),
(2, 0, null, null, 1739249524219377214, 1739249524219377214),
(2, 1, 0, 21037, 4757603101189461882, 4757603101189461882),
(2, 2, 1, 78381, 3613364546623214940, 3613364546623214940),
(2, 3, 0, 185217356, 4842773506871017906, 4842773506871017906),
(2, 4, 1, 202110156, 4501029931767697021, 709884799915145245),
(2, 5, 0, 19053, 4235015181353436463, 1713186452977119337),
(2, 6, 1, 76333, 7417566944724657071, 6140170463761149273),
(2, 7, 0, 46219270444, 187512255181290049, 187512255181290049),
(2, 8, 1, 773292, 3258634461166107182, 2917228727320851099),
(2, 9, 0, 57520929484, 620657464274228981, 620657464274228981),
(2, 10, 1, 79941, 6686380930683259824, 3021503290981719044),
(2, 11, 0, 23077, 7734788217156474959, 3999885529766587552),
(2, 12, 1, 468198, 3789176222287084099, 3789176222287084099),
(2, 13, 0, 674148, 3729073745091517569, 192247783630011328),
(2, 14, 1, 310442, 8466097972405144576, 1924356815252379218),
(2, 15, 0, 44732398348, 2553673036783791724, 2553673036783791724),
(2, 16, 1, 169190, 8679794448163153804, 6359054427415525727),
(2, 17, 0, 21544262252, 7923177906113693369, 7540804301271573530),
(2, 18, 1, 380336, 2178090988207446687, 2178090988207446687),
(2, 19, 0, 50475336, 1292523302370699581, 1292523302370699581),
(2, 20, 1, 312522, 1642426707343175955, 1642426707343175955),
(2, 21, 0, 207620, 4333394256500655490, 4333394256500655490),
(2, 22, 1, 789732, 8287564929155245966, 4164090964156634866),
(2, 23, 0, 343310, 1225944632218993482, 1225944632218993482),
(2, 24, 1, 82105512, 979951243085336889, 979951243085336889),
(2, 25, 0, 199460, 2842089158962357672, 2842089158962357672),
(2, 26, 1, 197440460, 8048961076695647259, 2436475412010410001),
(2, 27, 0, 56472452364, 4167061161116431490, 4167061161116431490),
(2, 28, 1, 191436, 8674204085441452645, 1046006444781369983),
(2, 29, 0, 61117804, 4532552886537874865, 3355350144216543988),
(2, 30, 1, 9699465964, 1380534332291676503, 1380534332291676503),
(2, 31, 0, 12933323692, 7838881963758934377, 2288285434998204284),
(2, 32, 1, 285262, 1702889730073176589, 1702889730073176589),
(2, 33, 0, 14550776588, 6699299663685322025, 6699299663685322025),
(2, 34, 1, 732164, 7913952654092720572, 7913952654092720572),
(2, 35, 0, 25856072556, 6474441917085682717, 1292374153795479424),
(2, 36, 1, 25317145612, 3675123887530020801, 3675123887530020801),
(2, 37, 0, 491022, 4733895825457904611, 4181677031628717899),
(2, 38, 1, 79885, 1735725576773676220, 1735725576773676220),
(2, 39, 0, 359950, 5927264714674532173, 1197742624845795825),
(2, 40, 1, 44076113132, 8273043451410934924, 5771543293698860126),
(2, 41, 0, 359950, 7077270805387140046, 6968101854243031285),
(2, 42, 1, 21066316, 4354269143101200822, 4262381395337264305),
(2, 43, 0, 18544, 6837565056073771912, 3874414511565434371),
(2, 44, 1, 76108, 2729670857175235962, 2729670857175235962),
(2, 45, 0, 26704, 5147382001836298052, 5147382001836298052),
(2, 46, 1, 84268, 4354269143101200822, 4262381395337264305),
(3, 0, null, null, 1739249524219377214, 1739249524219377214),
(3, 1, 0, 21037, 4757603101189461882, 4757603101189461882),
(3, 2, 1, 78381, 3613364546623214940, 3613364546623214940),
(3, 3, 0, 185217356, 4842773506871017906, 4842773506871017906),
(3, 4, 1, 202110156, 4501029931767697021, 709884799915145245),
(3, 5, 0, 19053, 4235015181353436463, 1713186452977119337),
(4, 0, null, null, 8263272046097610684, 8263272046097610684),
(4, 1, 0, 2069, 4600383663003916063, 4600383663003916063),
(4, 2, 1, 96277, 4430728319052849626, 151005561141301754),
(5, 0, null, null, 1739249524219377214, 1739249524219377214),
(5, 1, 0, 23085, 4671035099870975646, 312564382277843265),
(5, 2, 1, 80429, 3228302634090963784, 3228302634090963784),
(6, 0, null, null, 1739249524219377214, 1739249524219377214),
(6, 1, 0, 22533, 5167154747530234613, 4878983853283948767),
(6, 2, 1, 79877, 5673371712786512584, 5673371712786512584),
(6, 3, 0, 18437, 6458166944456312287, 6458166944456312287),
(6, 4, 1, 75781, 2633970160085512946, 2633970160085512946),
(6, 5, 0, 133412, 4561200621834497744, 4561200621834497744),
(6, 6, 1, 248996, 3541476459592045667, 3541476459592045667),
(7, 0, null, null, 1739249524219377214, 1739249524219377214),
(7, 1, 0, 22533, 5167154747530234613, 4878983853283948767),
(7, 2, 1, 79877, 5673371712786512584, 5673371712786512584),
(7, 3, 0, 2053, 7006995116195251333, 5236824406021462259),
(7, 4, 1, 88069, 6279719846316973492, 1600383087787353836),
(8, 0, null, null, 1739249524219377214, 1739249524219377214),
(8, 1, 0, 20485, 3882022935847012047, 3882022935847012047),
(8, 2, 1, 77829, 7547169247692866952, 7547169247692866952),
(8, 3, 0, 18437, 9198381703731804831, 8910368873232631989),
(9, 0, null, null, 6826494395630948845, 5857008333791578663),
(9, 1, 0, 44159208, 1921073826768824379, 1921073826768824379),
(9, 2, 1, 380336, 7595298860875904029, 7595298860875904029),
(10, 0, null, null, 1739249524219377214, 1739249524219377214),
(10, 1, 0, 20485, 3882022935847012047, 3882022935847012047),
(10, 2, 1, 77829, 7547169247692866952, 7547169247692866952),
(10, 3, 0, 149828, 9197365208620081845, 367015773122570170),
(10, 4, 1, 257220, 3148445129258498369, 3148445129258498369),
(10, 5, 0, 207428, 1863274708025083815, 1863274708025083815);

insert into moves values
('mentis', 2053, 'Sb1', 'deploy'),
('mentis', 2069, 'Wb1', 'deploy'),
('mentis', 10309, 'TSf1', 'deploy'),
('mentis', 18437, 'Sc2', 'deploy'),
('mentis', 18544, 'd1-c1', 'move'),
('mentis', 19053, 'TNNc2', 'deploy'),
('mentis', 20485, 'Sd2', 'deploy'),
('mentis', 21037, 'TSNd2', 'deploy'),
('mentis', 22533, 'Se2', 'deploy'),
('mentis', 23077, 'TSSe2', 'deploy'),
('mentis', 23085, 'TSNe2', 'deploy'),
('mentis', 23149, 'TNNe2', 'deploy'),
('mentis', 26704, 'c1-d1', 'move'),
('mentis', 51364, 'f1-g1', 'move'),
('mentis', 75781, 'Sc6', 'deploy'),
('mentis', 76108, 'd2-c2', 'move'),
('mentis', 76333, 'TSNc6', 'deploy'),
('mentis', 77829, 'Sd6', 'deploy'),
('mentis', 78381, 'TSNd6', 'deploy'),
('mentis', 79877, 'Se6', 'deploy'),
('mentis', 79885, 'Ne6', 'deploy'),
('mentis', 79941, 'TSe6', 'deploy'),
('mentis', 80429, 'TSNe6', 'deploy'),
('mentis', 84268, 'c2-d2', 'move'),
('mentis', 88069, 'Sb7', 'deploy'),
('mentis', 96277, 'Wf7', 'deploy'),
('mentis', 133412, 'c2-c3', 'move'),
('mentis', 149828, 'd2-e3', 'move'),
('mentis', 169190, 'e6xe3', 'capture'),
('mentis', 191436, 'c5-c4', 'move'),
('mentis', 199460, 'e4-d4', 'move'),
('mentis', 199652, 'd5-d4', 'move'),
('mentis', 207428, 'e3-e4', 'move'),
('mentis', 207620, 'd4-e4', 'move'),
('mentis', 248996, 'c6-c5', 'move'),
('mentis', 257220, 'd6-d5', 'move'),
('mentis', 282990, 'e2xd2', 'capture'),
('mentis', 285262, 'e3xe2', 'capture'),
('mentis', 310222, 'c5xc4', 'capture'),
('mentis', 310442, 'c6xc4', 'capture'),
('mentis', 312522, 'd6xd4', 'capture'),
('mentis', 343310, 'f6xe6', 'capture'),
('mentis', 359950, 'g7xf7', 'capture'),
('mentis', 380336, 'd7-e7', 'move'),
('mentis', 468198, 'e6xb6', 'capture'),
('mentis', 491022, 'g7xf7', 'capture'),
('mentis', 633028, 'g1#-g2', 'move'),
('mentis', 674148, 'e2#-e3', 'move'),
('mentis', 732164, 'e5#-e4', 'move'),
('mentis', 773292, 'c6#-c5', 'move'),
('mentis', 789732, 'e6#-e5', 'move'),
('mentis', 21066316, 'e3-e2-d2', 'move'),
('mentis', 44159208, 'a2-a3-a4', 'move'),
('mentis', 50475336, 'd2-d3-d4', 'move'),
('mentis', 61117804, 'b7-b6-b5', 'move'),
('mentis', 82105512, 'c6-d6-e6', 'move'),
('mentis', 176271560, 'g1-g2#-g3', 'move'),
('mentis', 180548556, 'c5-c4#-b4', 'move'),
('mentis', 185217356, 'd2#-d3#-d4', 'move'),
('mentis', 197440460, 'c5-c6#-c5', 'move'),
('mentis', 197915852, 'd6#-d5#-c5', 'move'),
('mentis', 202110156, 'd6#-d5#-e5', 'move'),
('mentis', 5943540748, 'e5-e4-e3-e2', 'move'),
('mentis', 9699465964, 'c4-c3-d3-e3', 'move'),
('mentis', 10238442252, 'd4-d3-e3-f3', 'move'),
('mentis', 12933323692, 'b5-b4-c4-d4', 'move'),
('mentis', 14550776588, 'd4#-e4-f4-g4', 'move'),
('mentis', 21544262252, 'f3-f4-f5-f6', 'move'),
('mentis', 25317145612, 'e5-e6-f6-f7', 'move'),
('mentis', 25856072556, 'g4-g5-g6-g7', 'move'),
('mentis', 44076113132, 'e6-e5-e4#-e3', 'move'),
('mentis', 44732398348, 'd4-d3#-e3#-f3', 'move'),
('mentis', 46219270444, 'c2-c3-c4#-b4', 'move'),
('mentis', 56472452364, 'f6-g6-g7#-g6', 'move'),
('mentis', 57520929484, 'b4-b5-b6#-b7', 'move');

insert into variations values
(3, 1, 0, 4),
(3, 2, 1, 5),
(3, 3, 0, 4);

insert into variation_plies values
(3, 1, 4, 1, 197915852, 709884799915145245, 709884799915145245),
(3, 1, 5, 0, 19053, 966322597912081231, 966322597912081231),
(3, 1, 6, 1, 76333, 5862744712174114255, 5862744712174114255),
(3, 2, 5, 0, 23149, 1713186452977119337, 1713186452977119337),
(3, 2, 6, 1, 80429, 6140170463761149273, 6140170463761149273),
(3, 3, 4, 1, 76333, 2234149148300617522, 127453571655015554);

insert into annotations values
(3, 0, 1, '!', []),
(3, 0, 4, null, [1, 14]),
(3, 2, 6, '!?', []);

insert into comments values
(3, 0, 1, 'before', 1, 'brace', 'before'),
(3, 0, 1, 'before', 2, 'escape', ' escape'),
(3, 0, 2, 'after', 1, 'brace', 'two'),
(3, 0, 2, 'after', 2, 'line', 'words'),
(3, 0, 5, 'closing', 1, 'brace', 'after the end'),
(3, 1, 4, 'after', 1, 'brace', 'inside'),
(3, 2, 5, 'before', 1, 'brace', 'first');

insert into duplicates values
(1, 3, 1, null, 2, '0-1', map {'Event': 'Rulebook example', 'Site': '?', 'Date': '2010.??.??', 'Round': '1', 'Blue': 'Blue', 'Red': 'Red', 'Result': '0-1', 'Termination': 'resignation', 'BlueElo': '1500', 'RedElo': '?', 'Collection': 'The rulebook'}, null),
(2, 3, 2, null, 18, '1/2-1/2', map {'Event': 'Rulebook example', 'Site': '?', 'Date': '2010.??.??', 'Round': '2', 'Blue': 'Blue', 'Red': 'Red', 'Result': '1/2-1/2', 'Termination': 'agreement'}, null),
(3, 3, 3, null, 35, '*', map {'Event': 'Notation', 'Site': '?', 'Date': '????.??.??', 'Round': '-', 'Blue': 'Ada', 'Red': 'Bert', 'Result': '*'}, '[Event "Notation"]
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
(4, 3, 4, null, 50, '1-0', map {'Event': 'Wolf', 'Site': '?', 'Date': '2024.05.01', 'Round': '-', 'Blue': 'Ada', 'Red': 'Bert', 'Result': '1-0', 'Variant': 'Wolf'}, null);

insert into quarantine values
(2, 2, null, 11, '[Event "Illegal"]
[Site "?"]
[Date "2024.05.02"]
[Round "-"]
[Blue "Ada"]
[Red "Bert"]
[Result "*"]

1. TSNe2 TSNe6 2. e2-e3-e4-d4-c4 *
', '[{"code": "M106", "slug": "wrong-distance", "severity": "error", "message": "Nobles on e2 cannot move 4 squares", "line": 19, "column": 19, "end_line": 19, "end_column": 33, "expected": "one to three squares", "hint": "the top tile of the stack decides how far it moves", "rule": "rulebook, Movement Summary Table", "ply": 3, "move": "e2-e3-e4-d4-c4", "position": "3k3/4(tsn)2/7/7/7/4(TSN)2/3K3 b S2T2N2/s2t2n2 2"}]');
