SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.address (
    address text NOT NULL,
    member bigint NOT NULL,
    verified bigint,
    bounces bigint NOT NULL,
    suspended bigint
);
CREATE TABLE public.answer (
    asked text NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.audit (
    number bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    whom text NOT NULL,
    why text NOT NULL
);
CREATE TABLE public.challenge_line (
    id bigint NOT NULL,
    open bigint NOT NULL,
    listed bigint NOT NULL,
    maker bigint NOT NULL,
    aim bigint,
    until bigint,
    body text NOT NULL
);
CREATE TABLE public.downtime (
    since bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.errand (
    id bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    answer text
);
CREATE TABLE public.event (
    stream text NOT NULL,
    version bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    once text,
    fact text NOT NULL
);
CREATE TABLE public.follower (
    member bigint NOT NULL,
    id bigint NOT NULL,
    live bigint NOT NULL,
    follow text NOT NULL
);
CREATE TABLE public.hold (
    member bigint NOT NULL,
    kind text NOT NULL,
    since bigint NOT NULL,
    until bigint,
    reason text NOT NULL
);
CREATE TABLE public.known (
    member bigint NOT NULL,
    mark text NOT NULL,
    since bigint NOT NULL,
    seen bigint NOT NULL
);
CREATE TABLE public.letter_in (
    id text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.mailing (
    member bigint NOT NULL,
    wish text NOT NULL
);
CREATE TABLE public.match_line (
    id bigint NOT NULL,
    game text NOT NULL,
    public bigint NOT NULL,
    live bigint NOT NULL,
    deadline bigint,
    claimable bigint NOT NULL,
    computer bigint,
    ended bigint,
    body text NOT NULL,
    turn text,
    people bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.member_line (
    id bigint NOT NULL,
    name text NOT NULL,
    guest bigint NOT NULL,
    joined bigint NOT NULL,
    folded text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    member bigint NOT NULL,
    kind text NOT NULL,
    game bigint,
    ply bigint,
    version bigint,
    body text NOT NULL,
    at bigint NOT NULL,
    due bigint NOT NULL,
    tries bigint NOT NULL,
    lead bigint,
    sent bigint
);
CREATE TABLE public.passkey (
    id text NOT NULL,
    member bigint NOT NULL,
    name text NOT NULL,
    added bigint NOT NULL,
    used bigint,
    body text NOT NULL
);
CREATE TABLE public.password (
    member bigint NOT NULL,
    phc text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.patron (
    member bigint NOT NULL,
    game text NOT NULL,
    follow text NOT NULL
);
CREATE TABLE public.puzzle_day (
    member bigint NOT NULL,
    day bigint NOT NULL
);
CREATE TABLE public.puzzle_try (
    member bigint NOT NULL,
    puzzle text NOT NULL,
    tries bigint NOT NULL,
    shown bigint NOT NULL,
    solved bigint
);
CREATE TABLE public.rating_line (
    member bigint NOT NULL,
    game text NOT NULL,
    class text NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.report (
    number bigint NOT NULL,
    at bigint NOT NULL,
    reporter bigint NOT NULL,
    whom bigint,
    game bigint,
    remark bigint,
    quote text NOT NULL,
    cause text NOT NULL,
    words text NOT NULL,
    done text,
    done_at bigint
);
CREATE TABLE public.role (
    member bigint NOT NULL,
    role text NOT NULL
);
CREATE TABLE public.session (
    hash text NOT NULL,
    number bigint NOT NULL,
    member bigint NOT NULL,
    began bigint NOT NULL,
    seen bigint NOT NULL,
    device text NOT NULL,
    by_key bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.setting (
    name text NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.shut (
    network text NOT NULL,
    since bigint NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.sitting (
    player text NOT NULL,
    id bigint NOT NULL,
    live bigint NOT NULL,
    public bigint NOT NULL,
    game text DEFAULT ''::text NOT NULL,
    class text DEFAULT ''::text NOT NULL,
    kind text DEFAULT ''::text NOT NULL,
    score bigint
);
CREATE TABLE public.snapshot (
    stream text NOT NULL,
    form bigint NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.step (
    number bigint NOT NULL
);
CREATE TABLE public.tally (
    game text NOT NULL,
    first bigint NOT NULL,
    second bigint NOT NULL,
    drawn bigint NOT NULL
);
CREATE TABLE public.unconfirmed (
    code text NOT NULL,
    at bigint NOT NULL,
    member bigint,
    address text NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.undo (
    code text NOT NULL,
    member bigint NOT NULL,
    at bigint NOT NULL,
    what text NOT NULL,
    former text NOT NULL
);
INSERT INTO public.audit VALUES
	(1, 1795857197889, 'command line', 'mute', 'eli until 16 May 2029, 09:13 (UTC)', 'for the test'),
	(2, 1795857200917, 'command line', 'block', '203.0.113.0/24', 'for the test');
INSERT INTO public.challenge_line VALUES
	(1, 0, 1, 1, NULL, NULL, '{"id":1,"by":1,"made":1795749050061,"to":"open","terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(2, 0, 1, 1, NULL, NULL, '{"id":2,"by":1,"made":1795749050147,"to":"open","terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(3, 0, 1, 1, NULL, NULL, '{"id":3,"by":1,"made":1795749053463,"to":"open","terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(4, 0, 1, 1, NULL, NULL, '{"id":4,"by":1,"made":1795749053664,"to":"open","terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(5, 0, 1, 1, NULL, NULL, '{"id":5,"by":1,"made":1795749054457,"to":"open","terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(6, 0, 1, 1, NULL, NULL, '{"id":6,"by":1,"made":1795749054568,"to":"open","terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(7, 0, 1, 1, NULL, NULL, '{"id":7,"by":1,"made":1795749055163,"to":"open","terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(8, 0, 1, 1, NULL, NULL, '{"id":8,"by":1,"made":1795749055257,"to":"open","terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(9, 0, 1, 1, NULL, NULL, '{"id":9,"by":1,"made":1795749057504,"to":"open","terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(10, 0, 1, 1, NULL, NULL, '{"id":10,"by":1,"made":1795749057573,"to":"open","terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(11, 0, 1, 1, NULL, NULL, '{"id":11,"by":1,"made":1795749058552,"to":"open","terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(12, 0, 1, 1, NULL, NULL, '{"id":12,"by":1,"made":1795749058606,"to":"open","terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(13, 0, 1, 1, NULL, NULL, '{"id":13,"by":1,"made":1795749060080,"to":"open","terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(14, 0, 1, 1, NULL, NULL, '{"id":14,"by":1,"made":1795749060264,"to":"open","terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(15, 0, 1, 1, NULL, NULL, '{"id":15,"by":1,"made":1795749060788,"to":"open","terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(16, 0, 1, 1, NULL, NULL, '{"id":16,"by":1,"made":1795749060830,"to":"open","terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(17, 0, 1, 1, NULL, NULL, '{"id":17,"by":1,"made":1795749061653,"to":"open","terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(18, 0, 1, 1, NULL, NULL, '{"id":18,"by":1,"made":1795749061798,"to":"open","terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(19, 1, 1, 1, NULL, NULL, '{"id":19,"by":1,"made":1795749061903,"to":"open","terms":{"game":"hex:size=7","pace":{"kind":"days","days":21},"pauses":{"vacation":true},"flag":"automatic","rated":true},"choice":"random","audience":{},"until":null}'),
	(20, 1, 0, 1, 3, NULL, '{"id":20,"by":1,"made":1795749061907,"to":{"member":3},"terms":{"game":"bridg-it","pace":{"kind":"days","days":21},"pauses":{"vacation":true},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(21, 0, 0, 4, 5, NULL, '{"id":21,"by":4,"made":1795857194940,"to":{"member":5},"terms":{"game":"hex:size=5,opening=none","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(22, 0, 0, 1, 4, NULL, '{"id":22,"by":1,"made":1795857194985,"to":{"member":4},"terms":{"game":"trellis:size=9","pace":{"kind":"days","days":14},"nag":3,"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(23, 0, 0, 5, 3, NULL, '{"id":23,"by":5,"made":1795857195000,"to":{"member":3},"terms":{"game":"trail-mix","pace":{"kind":"days","days":14},"pauses":{"vacation":true,"weekends":true},"flag":"automatic","rated":true},"choice":"first","audience":{},"until":null}'),
	(24, 0, 0, 4, 1, NULL, '{"id":24,"by":4,"made":1795857195008,"to":{"member":1},"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":14},"flag":"automatic","private":true},"choice":"first","audience":{},"until":null}'),
	(25, 0, 0, 5, 4, NULL, '{"id":25,"by":5,"made":1795857195023,"to":{"member":4},"terms":{"game":"hex:size=5,opening=none","setup":"V:C3 H:B2 turn:V","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(26, 0, 0, 3, 4, NULL, '{"id":26,"by":3,"made":1795857195038,"to":{"member":4},"terms":{"game":"bridg-it","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"first","audience":{},"until":null}'),
	(27, 1, 1, 1, NULL, NULL, '{"id":27,"by":1,"made":1795857195065,"to":"open","terms":{"game":"quadrant-hex","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"choice":"random","audience":{"members_only":true,"rating":[1300,1800]},"until":null}'),
	(28, 1, 0, 1, NULL, NULL, '{"id":28,"by":1,"made":1795857195068,"to":{"link":"6e8acpw0rse26"},"terms":{"game":"trichet","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"random","audience":{},"until":null}');
INSERT INTO public.downtime VALUES
	(1795749063919, 1795857190844);
INSERT INTO public.event VALUES
	('name/ann', 1, 1795749031598, 'member/1', NULL, '{"fact":"taken","member":1}'),
	('member/1', 1, 1795749031598, 'member/1', NULL, '{"fact":"joined","name":"ann","zone":"Europe/Berlin"}'),
	('name/bob', 1, 1795749031631, 'member/2', NULL, '{"fact":"taken","member":2}'),
	('member/2', 1, 1795749031631, 'member/2', NULL, '{"fact":"joined","name":"bob","zone":"Europe/Berlin"}'),
	('name/cleo', 1, 1795749031651, 'member/3', NULL, '{"fact":"taken","member":3}'),
	('member/3', 1, 1795749031651, 'member/3', NULL, '{"fact":"joined","name":"cleo","zone":"Europe/Berlin"}'),
	('challenge/1', 1, 1795749050061, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('challenge/1', 2, 1795749050071, 'member/2', NULL, '{"fact":"accepted","id":1}'),
	('match/1', 1, 1795749050071, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":1},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749050071},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749050071}],"advantage":0}'),
	('match/1', 2, 1795749050080, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"B7,E7","spent":9,"gained":0}'),
	('match/1', 3, 1795749050087, 'member/1', NULL, '{"fact":"turn","ply":2,"seat":"first","text":"E4,F6","spent":7,"gained":0}'),
	('match/1', 4, 1795749050098, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"D4,D7","spent":11,"gained":0}'),
	('match/1', 5, 1795749050103, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"black","spent":5,"gained":0}'),
	('match/1', 6, 1795749050107, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"B5,E5","spent":4,"gained":0}'),
	('match/1', 7, 1795749050111, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"C5,D3","spent":4,"gained":0}'),
	('match/1', 8, 1795749050114, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"B3,D2","spent":3,"gained":0}'),
	('match/1', 9, 1795749050119, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"B4,C2","spent":5,"gained":0}'),
	('match/1', 10, 1795749050122, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"A4,B6","spent":3,"gained":0}'),
	('match/1', 11, 1795749050129, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"A5,C6","spent":7,"gained":0}'),
	('match/1', 12, 1795749050132, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"G2","spent":3,"gained":0}'),
	('match/1', 13, 1795749050136, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"B1","spent":4,"gained":0}'),
	('match/1', 14, 1795749050136, 'member/2', NULL, '{"fact":"ended","result":"second","reason":"rules","spent":0}'),
	('member/1', 2, 1795749050136, 'house', NULL, '{"fact":"rated","game":"trellis","class":"correspondence","id":1,"against":"member/2","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050136}}'),
	('member/2', 2, 1795749050136, 'house', NULL, '{"fact":"rated","game":"trellis","class":"correspondence","id":1,"against":"member/1","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050136}}'),
	('challenge/2', 1, 1795749050147, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('challenge/2', 2, 1795749050154, 'member/2', NULL, '{"fact":"accepted","id":2}'),
	('match/2', 1, 1795749050154, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":2},"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050154},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050154}],"advantage":0}'),
	('match/2', 2, 1795749050160, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"B7,E7","spent":6,"gained":0}'),
	('match/2', 3, 1795749050163, 'member/1', NULL, '{"fact":"turn","ply":2,"seat":"first","text":"E4,F6","spent":3,"gained":0}'),
	('match/2', 4, 1795749050170, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"D4,D7","spent":7,"gained":0}'),
	('match/2', 5, 1795749050175, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"black","spent":5,"gained":0}'),
	('match/2', 6, 1795749050178, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"B5,E5","spent":3,"gained":0}'),
	('match/2', 7, 1795749050186, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"C5,D3","spent":8,"gained":0}'),
	('challenge/3', 1, 1795749053463, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('challenge/3', 2, 1795749053472, 'member/2', NULL, '{"fact":"accepted","id":3}'),
	('match/3', 1, 1795749053472, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":3},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749053472},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749053472}],"advantage":0}'),
	('match/3', 2, 1795749053479, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"H9","spent":7,"gained":0}'),
	('match/3', 3, 1795749053485, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"G2","spent":6,"gained":0}'),
	('match/3', 4, 1795749053489, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F5","spent":4,"gained":0}'),
	('match/3', 5, 1795749053496, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"E5","spent":7,"gained":0}'),
	('match/3', 6, 1795749053511, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"H3","spent":15,"gained":0}'),
	('match/3', 7, 1795749053524, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"E8","spent":13,"gained":0}'),
	('match/3', 8, 1795749053528, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"B8","spent":4,"gained":0}'),
	('match/3', 9, 1795749053540, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"H1","spent":12,"gained":0}'),
	('match/3', 10, 1795749053546, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"D3","spent":6,"gained":0}'),
	('match/3', 11, 1795749053553, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"D2","spent":7,"gained":0}'),
	('match/3', 12, 1795749053556, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"A5","spent":3,"gained":0}'),
	('match/3', 13, 1795749053563, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"G3","spent":7,"gained":0}'),
	('match/3', 14, 1795749053567, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"C1","spent":4,"gained":0}'),
	('match/3', 20, 1795749053599, 'member/1', NULL, '{"fact":"turn","ply":19,"seat":"first","text":"A6","spent":4,"gained":0}'),
	('match/3', 27, 1795749053641, 'member/2', NULL, '{"fact":"turn","ply":26,"seat":"second","text":"A7","spent":9,"gained":0}'),
	('match/4', 4, 1795749053687, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F5","spent":6,"gained":0}'),
	('match/4', 10, 1795749053723, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"D3","spent":7,"gained":0}'),
	('challenge/5', 1, 1795749054457, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/5', 6, 1795749054482, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"C2","spent":2,"gained":0}'),
	('match/5', 14, 1795749054530, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"A3","spent":6,"gained":0}'),
	('match/6', 7, 1795749054608, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"A1","spent":6,"gained":0}'),
	('challenge/7', 2, 1795749055166, 'member/2', NULL, '{"fact":"accepted","id":7}'),
	('match/7', 1, 1795749055166, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":7},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749055166},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749055166}],"advantage":0}'),
	('match/7', 7, 1795749055205, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"B2","spent":4,"gained":0}'),
	('match/7', 15, 1795749055246, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"G5","spent":8,"gained":0}'),
	('match/8', 4, 1795749055286, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F6","spent":6,"gained":0}'),
	('match/9', 2, 1795749057516, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"F6","spent":4,"gained":0}'),
	('match/9', 10, 1795749057552, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"E4","spent":2,"gained":0}'),
	('match/10', 2, 1795749057581, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"F6","spent":3,"gained":0}'),
	('match/11', 4, 1795749058568, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"C2","spent":3,"gained":0}'),
	('match/11', 12, 1795749058599, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"A5","spent":2,"gained":0}'),
	('match/11', 13, 1795749058599, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 7, 1795749058599, 'house', NULL, '{"fact":"rated","game":"hex","class":"correspondence","id":11,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058599}}'),
	('member/2', 7, 1795749058599, 'house', NULL, '{"fact":"rated","game":"hex","class":"correspondence","id":11,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058599}}'),
	('match/12', 6, 1795749058630, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"D1","spent":2,"gained":0}'),
	('match/13', 9, 1795749060142, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"b5","spent":8,"gained":0}'),
	('match/13', 17, 1795749060177, 'member/2', NULL, '{"fact":"turn","ply":16,"seat":"second","text":"f1","spent":7,"gained":0}'),
	('match/13', 23, 1795749060204, 'member/2', NULL, '{"fact":"turn","ply":22,"seat":"second","text":"f6","spent":4,"gained":0}'),
	('match/13', 31, 1795749060250, 'member/2', NULL, '{"fact":"turn","ply":30,"seat":"second","text":"a4","spent":4,"gained":0}'),
	('match/14', 4, 1795749060284, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"d6","spent":2,"gained":0}'),
	('match/14', 10, 1795749060305, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"a3","spent":2,"gained":0}'),
	('match/15', 3, 1795749060807, 'member/1', NULL, '{"fact":"turn","ply":2,"seat":"first","text":"L50ur.","spent":3,"gained":0}'),
	('match/16', 2, 1795749060844, 'member/2', NULL, '{"fact":"turn","ply":1,"seat":"second","text":"N48dlo","spent":10,"gained":0}'),
	('match/17', 3, 1795749061668, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"c3e","spent":8,"gained":0}'),
	('match/17', 11, 1795749061712, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"c3s","spent":6,"gained":0}'),
	('challenge/18', 1, 1795749061798, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/18', 8, 1795749061855, 'member/2', NULL, '{"fact":"turn","ply":7,"seat":"second","text":"b4w","spent":8,"gained":0}'),
	('match/12', 7, 1795749061893, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"A1","spent":3263,"gained":0}'),
	('match/19', 1, 1795749061915, 'member/3', NULL, '{"fact":"began","seats":["member/3","computer/1"],"terms":{"game":"hex:size=5","pace":{"kind":"none"},"flag":"automatic"},"zones":["Europe/Berlin",""],"origin":"computer","ratings":[null,null],"advantage":3}'),
	('match/3', 15, 1795749053572, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"C5","spent":5,"gained":0}'),
	('match/3', 21, 1795749053609, 'member/2', NULL, '{"fact":"turn","ply":20,"seat":"second","text":"I1","spent":10,"gained":0}'),
	('match/3', 28, 1795749053644, 'member/1', NULL, '{"fact":"turn","ply":27,"seat":"first","text":"B7","spent":3,"gained":0}'),
	('match/4', 5, 1795749053692, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"E5","spent":5,"gained":0}'),
	('match/4', 11, 1795749053728, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"D2","spent":5,"gained":0}'),
	('challenge/5', 2, 1795749054461, 'member/2', NULL, '{"fact":"accepted","id":5}'),
	('match/5', 1, 1795749054461, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":5},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749054461},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749054461}],"advantage":0}'),
	('match/5', 7, 1795749054486, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"A1","spent":4,"gained":0}'),
	('match/5', 15, 1795749054534, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"D3","spent":4,"gained":0}'),
	('challenge/6', 1, 1795749054568, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/6', 8, 1795749054614, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"C1","spent":6,"gained":0}'),
	('match/7', 9, 1795749055214, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"B6","spent":4,"gained":0}'),
	('challenge/8', 1, 1795749055257, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/8', 6, 1795749055294, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"A7","spent":2,"gained":0}'),
	('match/9', 4, 1795749057526, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F1","spent":2,"gained":0}'),
	('match/9', 12, 1795749057558, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"A3","spent":2,"gained":0}'),
	('match/10', 4, 1795749057593, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F1","spent":6,"gained":0}'),
	('challenge/11', 1, 1795749058552, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/11', 6, 1795749058577, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"D1","spent":2,"gained":0}'),
	('challenge/12', 2, 1795749058609, 'member/2', NULL, '{"fact":"accepted","id":12}'),
	('match/12', 1, 1795749058609, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":12},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058609},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058609}],"advantage":0}'),
	('match/13', 4, 1795749060110, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"d6","spent":5,"gained":0}'),
	('match/13', 12, 1795749060154, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"d1","spent":3,"gained":0}'),
	('match/13', 20, 1795749060190, 'member/1', NULL, '{"fact":"turn","ply":19,"seat":"first","text":"b2","spent":3,"gained":0}'),
	('match/13', 26, 1795749060222, 'member/1', NULL, '{"fact":"turn","ply":25,"seat":"first","text":"g3","spent":3,"gained":0}'),
	('match/13', 34, 1795749060260, 'member/1', NULL, '{"fact":"turn","ply":33,"seat":"first","text":"e4","spent":2,"gained":0}'),
	('match/13', 35, 1795749060260, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 8, 1795749060260, 'house', NULL, '{"fact":"rated","game":"trail-mix","class":"correspondence","id":13,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060260}}'),
	('member/2', 8, 1795749060260, 'house', NULL, '{"fact":"rated","game":"trail-mix","class":"correspondence","id":13,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060260}}'),
	('match/14', 7, 1795749060297, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"d4","spent":4,"gained":0}'),
	('match/14', 13, 1795749060317, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"a5","spent":4,"gained":0}'),
	('challenge/15', 1, 1795749060788, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/15', 6, 1795749060819, 'member/2', NULL, '{"fact":"turn","ply":5,"seat":"second","text":"K51dbo","spent":5,"gained":0}'),
	('match/17', 5, 1795749061678, 'member/1', NULL, '{"fact":"turn","ply":4,"seat":"first","text":"c3w","spent":2,"gained":0}'),
	('match/17', 13, 1795749061726, 'member/1', NULL, '{"fact":"turn","ply":12,"seat":"first","text":"c5e","spent":3,"gained":0}'),
	('challenge/18', 2, 1795749061804, 'member/2', NULL, '{"fact":"accepted","id":18}'),
	('match/18', 1, 1795749061804, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":18},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061804},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061804}],"advantage":0}'),
	('match/18', 9, 1795749061862, 'member/1', NULL, '{"fact":"turn","ply":8,"seat":"first","text":"a2s","spent":7,"gained":0}'),
	('match/12', 8, 1795749061897, 'member/2', NULL, '{"fact":"said","room":"players","words":"hello"}'),
	('match/3', 16, 1795749053577, 'member/1', NULL, '{"fact":"turn","ply":15,"seat":"first","text":"B4","spent":5,"gained":0}'),
	('match/3', 22, 1795749053614, 'member/1', NULL, '{"fact":"turn","ply":21,"seat":"first","text":"B2","spent":5,"gained":0}'),
	('match/3', 29, 1795749053652, 'member/2', NULL, '{"fact":"turn","ply":28,"seat":"second","text":"G6","spent":8,"gained":0}'),
	('match/4', 12, 1795749053735, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"A5","spent":7,"gained":0}'),
	('match/5', 8, 1795749054494, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"C1","spent":8,"gained":0}'),
	('match/5', 16, 1795749054538, 'member/1', NULL, '{"fact":"turn","ply":15,"seat":"first","text":"E3","spent":4,"gained":0}'),
	('challenge/6', 2, 1795749054574, 'member/2', NULL, '{"fact":"accepted","id":6}'),
	('match/6', 1, 1795749054574, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":6},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054574},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054574}],"advantage":0}'),
	('match/6', 9, 1795749054619, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"A5","spent":5,"gained":0}'),
	('match/7', 8, 1795749055210, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"E3","spent":5,"gained":0}'),
	('match/7', 16, 1795749055250, 'member/1', NULL, '{"fact":"turn","ply":15,"seat":"first","text":"E5","spent":4,"gained":0}'),
	('match/7', 17, 1795749055250, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 5, 1795749055250, 'house', NULL, '{"fact":"rated","game":"bridg-it","class":"correspondence","id":7,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055250}}'),
	('member/2', 5, 1795749055250, 'house', NULL, '{"fact":"rated","game":"bridg-it","class":"correspondence","id":7,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055250}}'),
	('match/8', 5, 1795749055292, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"C7","spent":6,"gained":0}'),
	('match/9', 3, 1795749057524, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"D5","spent":8,"gained":0}'),
	('match/9', 11, 1795749057556, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"E5","spent":4,"gained":0}'),
	('match/10', 3, 1795749057587, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"D5","spent":6,"gained":0}'),
	('match/11', 5, 1795749058575, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"C1","spent":7,"gained":0}'),
	('challenge/12', 1, 1795749058606, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/13', 3, 1795749060105, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"c2","spent":10,"gained":0}'),
	('match/13', 11, 1795749060151, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"f4","spent":5,"gained":0}'),
	('match/13', 19, 1795749060187, 'member/2', NULL, '{"fact":"turn","ply":18,"seat":"second","text":"g6","spent":5,"gained":0}'),
	('match/13', 25, 1795749060219, 'member/2', NULL, '{"fact":"turn","ply":24,"seat":"second","text":"c5","spent":10,"gained":0}'),
	('match/13', 33, 1795749060258, 'member/2', NULL, '{"fact":"turn","ply":32,"seat":"second","text":"g1","spent":4,"gained":0}'),
	('match/14', 6, 1795749060293, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"a2","spent":2,"gained":0}'),
	('match/14', 12, 1795749060313, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"d1","spent":2,"gained":0}'),
	('match/15', 5, 1795749060814, 'member/1', NULL, '{"fact":"turn","ply":4,"seat":"first","text":"P46ut.","spent":3,"gained":0}'),
	('match/16', 4, 1795749060855, 'member/2', NULL, '{"fact":"turn","ply":3,"seat":"second","text":"O47ulo","spent":5,"gained":0}'),
	('match/17', 4, 1795749061676, 'member/2', NULL, '{"fact":"turn","ply":3,"seat":"second","text":"c4n","spent":8,"gained":0}'),
	('match/17', 12, 1795749061723, 'member/2', NULL, '{"fact":"turn","ply":11,"seat":"second","text":"a4n","spent":11,"gained":0}'),
	('match/17', 19, 1795749061762, 'member/2', NULL, '{"fact":"turn","ply":18,"seat":"second","text":"a5e","spent":8,"gained":0}'),
	('match/18', 2, 1795749061814, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"c4w","spent":10,"gained":0}'),
	('match/3', 17, 1795749053583, 'member/2', NULL, '{"fact":"turn","ply":16,"seat":"second","text":"B6","spent":6,"gained":0}'),
	('match/3', 23, 1795749053619, 'member/2', NULL, '{"fact":"turn","ply":22,"seat":"second","text":"C3","spent":5,"gained":0}'),
	('match/3', 30, 1795749053659, 'member/1', NULL, '{"fact":"turn","ply":29,"seat":"first","text":"A9","spent":7,"gained":0}'),
	('match/3', 31, 1795749053659, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 3, 1795749053659, 'house', NULL, '{"fact":"rated","game":"original-trellis","class":"correspondence","id":3,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053659}}'),
	('member/2', 3, 1795749053659, 'house', NULL, '{"fact":"rated","game":"original-trellis","class":"correspondence","id":3,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053659}}'),
	('match/4', 13, 1795749053741, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"G3","spent":6,"gained":0}'),
	('match/5', 9, 1795749054504, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"A5","spent":10,"gained":0}'),
	('match/5', 17, 1795749054543, 'member/2', NULL, '{"fact":"turn","ply":16,"seat":"second","text":"B4","spent":5,"gained":0}'),
	('match/6', 2, 1795749054582, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"pass","spent":8,"gained":0}'),
	('match/7', 2, 1795749055179, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"G7","spent":13,"gained":0}'),
	('match/7', 10, 1795749055217, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"F4","spent":3,"gained":0}'),
	('challenge/8', 2, 1795749055262, 'member/2', NULL, '{"fact":"accepted","id":8}'),
	('match/8', 1, 1795749055262, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":8},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055262},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055262}],"advantage":0}'),
	('match/8', 7, 1795749055298, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"B2","spent":4,"gained":0}'),
	('match/9', 5, 1795749057530, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"B5","spent":4,"gained":0}'),
	('match/9', 13, 1795749057563, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"C5","spent":5,"gained":0}'),
	('match/10', 5, 1795749057597, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"B5","spent":4,"gained":0}'),
	('challenge/11', 2, 1795749058556, 'member/2', NULL, '{"fact":"accepted","id":11}'),
	('match/11', 1, 1795749058556, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":11},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749058556},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749058556}],"advantage":0}'),
	('match/11', 7, 1795749058581, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"C3","spent":4,"gained":0}'),
	('match/12', 2, 1795749058611, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"E5","spent":2,"gained":0}'),
	('match/13', 5, 1795749060122, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"d7","spent":12,"gained":0}'),
	('match/13', 13, 1795749060159, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"a5","spent":5,"gained":0}'),
	('match/13', 21, 1795749060197, 'member/2', NULL, '{"fact":"turn","ply":20,"seat":"second","text":"b4","spent":7,"gained":0}'),
	('match/13', 27, 1795749060225, 'member/2', NULL, '{"fact":"turn","ply":26,"seat":"second","text":"g2","spent":3,"gained":0}'),
	('challenge/14', 1, 1795749060264, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/14', 8, 1795749060299, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"g4","spent":2,"gained":0}'),
	('match/14', 14, 1795749060320, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"b3","spent":3,"gained":0}'),
	('challenge/15', 2, 1795749060797, 'member/2', NULL, '{"fact":"accepted","id":15}'),
	('match/4', 3, 1795749053681, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"G2","spent":6,"gained":0}'),
	('match/4', 9, 1795749053716, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"H1","spent":5,"gained":0}'),
	('match/15', 1, 1795749060797, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":15},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060797},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060797}],"advantage":0}'),
	('match/15', 8, 1795749060826, 'member/2', NULL, '{"fact":"turn","ply":7,"seat":"second","text":"I53ur.","spent":4,"gained":0}'),
	('match/15', 9, 1795749060826, 'member/2', NULL, '{"fact":"ended","result":"draw","reason":"rules","spent":0}'),
	('member/1', 9, 1795749060826, 'house', NULL, '{"fact":"rated","game":"trichet","class":"correspondence","id":15,"against":"member/2","half_points":1,"rating":{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060826}}'),
	('member/2', 9, 1795749060826, 'house', NULL, '{"fact":"rated","game":"trichet","class":"correspondence","id":15,"against":"member/1","half_points":1,"rating":{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060826}}'),
	('challenge/17', 2, 1795749061656, 'member/2', NULL, '{"fact":"accepted","id":17}'),
	('match/17', 1, 1795749061656, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":17},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749061656},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749061656}],"advantage":0}'),
	('match/17', 9, 1795749061698, 'member/1', NULL, '{"fact":"turn","ply":8,"seat":"first","text":"a2s","spent":7,"gained":0}'),
	('match/17', 17, 1795749061750, 'member/1', NULL, '{"fact":"turn","ply":16,"seat":"first","text":"c2s","spent":7,"gained":0}'),
	('match/17', 23, 1795749061786, 'member/2', NULL, '{"fact":"turn","ply":22,"seat":"second","text":"d1e","spent":8,"gained":0}'),
	('match/18', 6, 1795749061838, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"b3w","spent":8,"gained":0}');
INSERT INTO public.event VALUES
	('match/18', 12, 1795749061883, 'member/2', NULL, '{"fact":"turn","ply":11,"seat":"second","text":"a4n","spent":7,"gained":0}'),
	('member/1', 11, 1795749061911, 'member/1', NULL, '{"fact":"went_away","period":{"from":1795749061911,"until":1796008261911}}'),
	('match/3', 18, 1795749053587, 'member/1', NULL, '{"fact":"turn","ply":17,"seat":"first","text":"C8","spent":4,"gained":0}'),
	('match/3', 25, 1795749053628, 'member/2', NULL, '{"fact":"turn","ply":24,"seat":"second","text":"I8","spent":5,"gained":0}'),
	('match/4', 2, 1795749053675, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"H9","spent":6,"gained":0}'),
	('match/4', 8, 1795749053711, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"B8","spent":7,"gained":0}'),
	('match/5', 4, 1795749054476, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"C5","spent":4,"gained":0}'),
	('match/5', 12, 1795749054514, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"B5","spent":3,"gained":0}'),
	('match/5', 20, 1795749054562, 'member/1', NULL, '{"fact":"turn","ply":19,"seat":"first","text":"A4","spent":8,"gained":0}'),
	('match/5', 21, 1795749054562, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 4, 1795749054562, 'house', NULL, '{"fact":"rated","game":"diagonal-bridg-it","class":"correspondence","id":5,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054562}}'),
	('member/2', 4, 1795749054562, 'house', NULL, '{"fact":"rated","game":"diagonal-bridg-it","class":"correspondence","id":5,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054562}}'),
	('match/6', 6, 1795749054602, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"C2","spent":7,"gained":0}'),
	('challenge/7', 1, 1795749055163, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/7', 6, 1795749055201, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"A7","spent":2,"gained":0}'),
	('match/7', 14, 1795749055238, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"E1","spent":4,"gained":0}'),
	('match/9', 8, 1795749057546, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"F2","spent":3,"gained":0}'),
	('challenge/10', 1, 1795749057573, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/10', 8, 1795749057608, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"F2","spent":2,"gained":0}'),
	('match/11', 2, 1795749058560, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"E5","spent":4,"gained":0}'),
	('match/11', 10, 1795749058593, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"B4","spent":2,"gained":0}'),
	('match/12', 4, 1795749058625, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"C2","spent":2,"gained":0}'),
	('match/13', 8, 1795749060134, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"g4","spent":3,"gained":0}'),
	('match/13', 16, 1795749060170, 'member/1', NULL, '{"fact":"turn","ply":15,"seat":"first","text":"e3","spent":3,"gained":0}'),
	('match/13', 30, 1795749060246, 'member/1', NULL, '{"fact":"turn","ply":29,"seat":"first","text":"b6","spent":5,"gained":0}'),
	('match/14', 3, 1795749060282, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"c2","spent":4,"gained":0}'),
	('match/14', 17, 1795749060338, 'member/2', NULL, '{"fact":"turn","ply":16,"seat":"second","text":"f1","spent":4,"gained":0}'),
	('challenge/16', 1, 1795749060830, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/17', 7, 1795749061687, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"a3s","spent":5,"gained":0}'),
	('match/17', 15, 1795749061735, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"e5s","spent":5,"gained":0}'),
	('match/17', 21, 1795749061774, 'member/1', NULL, '{"fact":"turn","ply":20,"seat":"first","text":"e4w","spent":4,"gained":0}'),
	('match/18', 4, 1795749061827, 'member/2', NULL, '{"fact":"turn","ply":3,"seat":"second","text":"c4n","spent":8,"gained":0}'),
	('match/18', 10, 1795749061865, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"b3s","spent":3,"gained":0}'),
	('match/3', 19, 1795749053595, 'member/2', NULL, '{"fact":"turn","ply":18,"seat":"second","text":"C6","spent":8,"gained":0}'),
	('match/3', 26, 1795749053632, 'member/1', NULL, '{"fact":"turn","ply":25,"seat":"first","text":"B3","spent":4,"gained":0}'),
	('match/5', 5, 1795749054480, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"D1","spent":4,"gained":0}'),
	('match/5', 13, 1795749054524, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"B3","spent":10,"gained":0}'),
	('match/6', 5, 1795749054595, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"D1","spent":6,"gained":0}'),
	('match/7', 5, 1795749055199, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"C7","spent":5,"gained":0}'),
	('match/7', 13, 1795749055234, 'member/2', NULL, '{"fact":"turn","ply":12,"seat":"second","text":"B4","spent":4,"gained":0}'),
	('challenge/9', 2, 1795749057512, 'member/2', NULL, '{"fact":"accepted","id":9}'),
	('match/9', 1, 1795749057512, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":9},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749057512},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749057512}],"advantage":0}'),
	('match/9', 9, 1795749057550, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"F4","spent":4,"gained":0}'),
	('challenge/10', 2, 1795749057578, 'member/2', NULL, '{"fact":"accepted","id":10}'),
	('match/10', 1, 1795749057578, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":10},"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057578},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057578}],"advantage":0}'),
	('match/11', 3, 1795749058565, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"E1","spent":5,"gained":0}'),
	('match/11', 11, 1795749058597, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"B5","spent":4,"gained":0}'),
	('match/12', 5, 1795749058628, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"C1","spent":3,"gained":0}'),
	('match/13', 2, 1795749060095, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"g7","spent":8,"gained":0}'),
	('match/13', 10, 1795749060146, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"a3","spent":4,"gained":0}'),
	('match/13', 18, 1795749060182, 'member/1', NULL, '{"fact":"turn","ply":17,"seat":"first","text":"d3","spent":5,"gained":0}'),
	('match/13', 24, 1795749060209, 'member/1', NULL, '{"fact":"turn","ply":23,"seat":"first","text":"d2","spent":5,"gained":0}'),
	('match/13', 32, 1795749060254, 'member/1', NULL, '{"fact":"turn","ply":31,"seat":"first","text":"c4","spent":4,"gained":0}'),
	('match/14', 5, 1795749060291, 'member/2', NULL, '{"fact":"turn","ply":4,"seat":"second","text":"d7","spent":7,"gained":0}'),
	('match/14', 11, 1795749060311, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"f4","spent":6,"gained":0}'),
	('match/15', 4, 1795749060811, 'member/2', NULL, '{"fact":"turn","ply":3,"seat":"second","text":"O47ulo","spent":4,"gained":0}'),
	('match/16', 3, 1795749060850, 'member/1', NULL, '{"fact":"turn","ply":2,"seat":"first","text":"L50ur.","spent":6,"gained":0}'),
	('match/17', 2, 1795749061660, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"c4w","spent":4,"gained":0}'),
	('match/17', 10, 1795749061706, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"b3s","spent":8,"gained":0}'),
	('match/17', 18, 1795749061754, 'member/1', NULL, '{"fact":"turn","ply":17,"seat":"first","text":"a1e","spent":4,"gained":0}'),
	('match/17', 24, 1795749061790, 'member/1', NULL, '{"fact":"turn","ply":23,"seat":"first","text":"e1n","spent":4,"gained":0}'),
	('match/17', 25, 1795749061790, 'member/1', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0}'),
	('member/1', 10, 1795749061790, 'house', NULL, '{"fact":"rated","game":"plexus","class":"correspondence","id":17,"against":"member/2","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061790}}'),
	('member/2', 10, 1795749061790, 'house', NULL, '{"fact":"rated","game":"plexus","class":"correspondence","id":17,"against":"member/1","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061790}}'),
	('match/18', 7, 1795749061847, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"a3s","spent":9,"gained":0}'),
	('match/18', 13, 1795749061890, 'member/1', NULL, '{"fact":"said","room":"players","words":"Good luck!"}'),
	('match/3', 24, 1795749053623, 'member/1', NULL, '{"fact":"turn","ply":23,"seat":"first","text":"A3","spent":4,"gained":0}'),
	('challenge/4', 2, 1795749053669, 'member/2', NULL, '{"fact":"accepted","id":4}'),
	('match/4', 1, 1795749053669, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":4},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053669},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053669}],"advantage":0}'),
	('match/4', 7, 1795749053704, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"E8","spent":6,"gained":0}'),
	('match/4', 15, 1795749053749, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"C5","spent":5,"gained":0}'),
	('match/5', 3, 1795749054472, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"E1","spent":6,"gained":0}'),
	('match/5', 11, 1795749054511, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"E5","spent":4,"gained":0}'),
	('match/5', 19, 1795749054554, 'member/2', NULL, '{"fact":"turn","ply":18,"seat":"second","text":"D5","spent":4,"gained":0}'),
	('match/6', 4, 1795749054589, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"C5","spent":3,"gained":0}'),
	('match/7', 4, 1795749055194, 'member/1', NULL, '{"fact":"turn","ply":3,"seat":"first","text":"F6","spent":6,"gained":0}'),
	('match/7', 12, 1795749055230, 'member/1', NULL, '{"fact":"turn","ply":11,"seat":"first","text":"G1","spent":6,"gained":0}'),
	('match/8', 3, 1795749055280, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"G3","spent":7,"gained":0}'),
	('match/9', 7, 1795749057543, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"E2","spent":6,"gained":0}'),
	('match/9', 15, 1795749057570, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"A5","spent":4,"gained":0}'),
	('match/9', 16, 1795749057570, 'member/2', NULL, '{"fact":"ended","result":"second","reason":"rules","spent":0}'),
	('member/1', 6, 1795749057570, 'house', NULL, '{"fact":"rated","game":"quadrant-hex","class":"correspondence","id":9,"against":"member/2","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057570}}'),
	('match/21', 3, 1795857195044, 'member/3', NULL, '{"fact":"followed","member":3,"follow":"turns"}'),
	('member/2', 6, 1795749057570, 'house', NULL, '{"fact":"rated","game":"quadrant-hex","class":"correspondence","id":9,"against":"member/1","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057570}}'),
	('match/10', 7, 1795749057606, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"E2","spent":4,"gained":0}'),
	('match/11', 9, 1795749058591, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"D2","spent":5,"gained":0}'),
	('match/12', 3, 1795749058623, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"E1","spent":12,"gained":0}'),
	('challenge/13', 2, 1795749060087, 'member/2', NULL, '{"fact":"accepted","id":13}'),
	('match/13', 1, 1795749060087, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":13},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060087},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060087}],"advantage":0}'),
	('match/13', 7, 1795749060131, 'member/2', NULL, '{"fact":"turn","ply":6,"seat":"second","text":"d4","spent":7,"gained":0}'),
	('match/13', 15, 1795749060167, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"c6","spent":5,"gained":0}'),
	('match/13', 29, 1795749060241, 'member/2', NULL, '{"fact":"turn","ply":28,"seat":"second","text":"g5","spent":11,"gained":0}'),
	('match/14', 2, 1795749060278, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"g7","spent":8,"gained":0}'),
	('match/14', 16, 1795749060334, 'member/1', NULL, '{"fact":"turn","ply":15,"seat":"first","text":"e3","spent":7,"gained":0}'),
	('match/15', 2, 1795749060804, 'member/2', NULL, '{"fact":"turn","ply":1,"seat":"second","text":"N48dlo","spent":7,"gained":0}'),
	('challenge/16', 2, 1795749060834, 'member/2', NULL, '{"fact":"accepted","id":16}'),
	('match/16', 1, 1795749060834, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":16},"ratings":[{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060834},{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060834}],"advantage":0}'),
	('match/17', 8, 1795749061691, 'member/2', NULL, '{"fact":"turn","ply":7,"seat":"second","text":"b4w","spent":4,"gained":0}'),
	('match/17', 16, 1795749061743, 'member/2', NULL, '{"fact":"turn","ply":15,"seat":"second","text":"d3e","spent":8,"gained":0}'),
	('match/17', 22, 1795749061778, 'member/1', NULL, '{"fact":"turn","ply":21,"seat":"first","text":"d3s","spent":4,"gained":0}'),
	('match/18', 5, 1795749061830, 'member/1', NULL, '{"fact":"turn","ply":4,"seat":"first","text":"c3w","spent":3,"gained":0}'),
	('match/18', 11, 1795749061876, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"c3s","spent":11,"gained":0}'),
	('challenge/20', 1, 1795749061907, 'member/1', NULL, '{"fact":"challenged","to":{"member":3},"terms":{"game":"bridg-it","pace":{"kind":"days","days":21},"pauses":{"vacation":true},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('challenge/4', 1, 1795749053664, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic"},"choice":"first","audience":{}}'),
	('match/4', 6, 1795749053698, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"H3","spent":6,"gained":0}'),
	('match/4', 14, 1795749053744, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"C1","spent":3,"gained":0}'),
	('match/5', 2, 1795749054466, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"pass","spent":5,"gained":0}'),
	('match/5', 10, 1795749054507, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"A2","spent":3,"gained":0}'),
	('match/5', 18, 1795749054550, 'member/1', NULL, '{"fact":"turn","ply":17,"seat":"first","text":"B2","spent":7,"gained":0}'),
	('match/6', 3, 1795749054586, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"E1","spent":4,"gained":0}'),
	('match/6', 10, 1795749054626, 'member/1', NULL, '{"fact":"turn","ply":9,"seat":"first","text":"A2","spent":7,"gained":0}'),
	('match/7', 3, 1795749055188, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"G3","spent":9,"gained":0}'),
	('match/7', 11, 1795749055224, 'member/2', NULL, '{"fact":"turn","ply":10,"seat":"second","text":"D6","spent":7,"gained":0}'),
	('match/8', 2, 1795749055273, 'member/1', NULL, '{"fact":"turn","ply":1,"seat":"first","text":"G7","spent":11,"gained":0}'),
	('match/8', 8, 1795749055306, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"E3","spent":8,"gained":0}'),
	('challenge/9', 1, 1795749057504, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/9', 6, 1795749057537, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"F5","spent":7,"gained":0}'),
	('match/9', 14, 1795749057566, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"A6","spent":3,"gained":0}'),
	('match/10', 6, 1795749057602, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"F5","spent":5,"gained":0}'),
	('match/11', 8, 1795749058586, 'member/1', NULL, '{"fact":"turn","ply":7,"seat":"first","text":"B3","spent":5,"gained":0}'),
	('challenge/13', 1, 1795749060080, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/13', 6, 1795749060124, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"a2","spent":2,"gained":0}'),
	('match/13', 14, 1795749060162, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"b3","spent":3,"gained":0}'),
	('match/13', 22, 1795749060200, 'member/1', NULL, '{"fact":"turn","ply":21,"seat":"first","text":"e1","spent":3,"gained":0}'),
	('match/13', 28, 1795749060230, 'member/1', NULL, '{"fact":"turn","ply":27,"seat":"first","text":"e6","spent":5,"gained":0}'),
	('challenge/14', 2, 1795749060270, 'member/2', NULL, '{"fact":"accepted","id":14}'),
	('match/14', 1, 1795749060270, 'member/2', NULL, '{"fact":"began","seats":["member/1","member/2"],"terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":14},"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060270},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060270}],"advantage":0}'),
	('match/14', 9, 1795749060303, 'member/2', NULL, '{"fact":"turn","ply":8,"seat":"second","text":"b5","spent":4,"gained":0}'),
	('match/14', 15, 1795749060327, 'member/2', NULL, '{"fact":"turn","ply":14,"seat":"second","text":"c6","spent":7,"gained":0}'),
	('match/15', 7, 1795749060822, 'member/1', NULL, '{"fact":"turn","ply":6,"seat":"first","text":"J52dro","spent":3,"gained":0}'),
	('challenge/17', 1, 1795749061653, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"choice":"first","audience":{}}'),
	('match/17', 6, 1795749061682, 'member/1', NULL, '{"fact":"turn","ply":5,"seat":"first","text":"b3w","spent":4,"gained":0}'),
	('match/17', 14, 1795749061730, 'member/1', NULL, '{"fact":"turn","ply":13,"seat":"first","text":"d5e","spent":4,"gained":0}'),
	('match/17', 20, 1795749061770, 'member/2', NULL, '{"fact":"turn","ply":19,"seat":"second","text":"c1e","spent":8,"gained":0}'),
	('match/18', 3, 1795749061819, 'member/2', NULL, '{"fact":"turn","ply":2,"seat":"second","text":"c3e","spent":5,"gained":0}'),
	('challenge/19', 1, 1795749061903, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"hex:size=7","pace":{"kind":"days","days":21},"pauses":{"vacation":true},"flag":"automatic","rated":true},"choice":"random","audience":{}}'),
	('name/dora', 1, 1795857194888, 'member/4', NULL, '{"fact":"taken","member":4}'),
	('member/4', 1, 1795857194888, 'member/4', NULL, '{"fact":"joined","name":"dora","zone":"Europe/Berlin"}'),
	('name/eli', 1, 1795857194924, 'member/5', NULL, '{"fact":"taken","member":5}'),
	('member/5', 1, 1795857194924, 'member/5', NULL, '{"fact":"joined","name":"eli","zone":"Europe/Berlin"}'),
	('challenge/21', 1, 1795857194940, 'member/4', NULL, '{"fact":"challenged","to":{"member":5},"terms":{"game":"hex:size=5,opening=none","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('challenge/21', 2, 1795857194944, 'member/5', NULL, '{"fact":"accepted","id":20}'),
	('match/20', 1, 1795857194944, 'member/5', NULL, '{"fact":"began","seats":["member/4","member/5"],"terms":{"game":"hex:size=5,opening=none","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":21},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194944},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194944}],"advantage":0}'),
	('match/20', 2, 1795857194949, 'member/4', NULL, 't1f 5 0 C3'),
	('match/20', 3, 1795857194956, 'member/5', NULL, 't2s 7 0 B2'),
	('match/20', 4, 1795857194959, 'member/4', NULL, 't3f 3 0 C2'),
	('match/20', 5, 1795857194965, 'member/5', NULL, 't4s 6 0 B4'),
	('match/20', 6, 1795857194969, 'member/4', NULL, 't5f 4 0 C4'),
	('match/20', 7, 1795857194973, 'member/5', NULL, 't6s 4 0 D2'),
	('match/20', 8, 1795857194976, 'member/4', NULL, 't7f 3 0 C1'),
	('match/20', 9, 1795857194978, 'member/5', NULL, 't8s 2 0 D4'),
	('match/20', 10, 1795857194980, 'member/4', NULL, 't9f 2 0 C5'),
	('match/20', 11, 1795857194980, 'member/4', NULL, '{"fact":"ended","result":"first","reason":"rules","spent":0,"ratings":[{"from":{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194980},"to":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}},{"from":{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194980},"to":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}}]}'),
	('member/4', 2, 1795857194980, 'house', NULL, '{"fact":"rated","game":"hex","class":"correspondence","id":20,"against":"member/5","half_points":2,"rating":{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}}'),
	('member/5', 2, 1795857194980, 'house', NULL, '{"fact":"rated","game":"hex","class":"correspondence","id":20,"against":"member/4","half_points":0,"rating":{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}}'),
	('challenge/22', 1, 1795857194985, 'member/1', NULL, '{"fact":"challenged","to":{"member":4},"terms":{"game":"trellis:size=9","pace":{"kind":"days","days":14},"nag":3,"flag":"automatic","rated":true},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('challenge/22', 2, 1795857194992, 'member/4', NULL, '{"fact":"accepted","id":21}'),
	('match/21', 1, 1795857194992, 'member/4', NULL, '{"fact":"began","seats":["member/1","member/4"],"terms":{"game":"trellis:size=9","pace":{"kind":"days","days":14},"nag":3,"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":22},"ratings":[{"value":1337788,"deviation":290281,"volatility":59999675,"matches":1,"at":1795857194992},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194992}],"advantage":0}'),
	('match/21', 2, 1795857194997, 'member/1', NULL, 't1f 5 0 E5'),
	('challenge/23', 1, 1795857195000, 'member/5', NULL, '{"fact":"challenged","to":{"member":3},"terms":{"game":"trail-mix","pace":{"kind":"days","days":14},"pauses":{"vacation":true,"weekends":true},"flag":"automatic","rated":true},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('challenge/23', 2, 1795857195004, 'member/3', NULL, '{"fact":"accepted","id":22}'),
	('match/22', 1, 1795857195004, 'member/3', NULL, '{"fact":"began","seats":["member/5","member/3"],"terms":{"game":"trail-mix","pace":{"kind":"days","days":14},"pauses":{"vacation":true,"weekends":true},"flag":"automatic","rated":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":23},"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857195004},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857195004}],"advantage":0}'),
	('challenge/24', 1, 1795857195008, 'member/4', NULL, '{"fact":"challenged","to":{"member":1},"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":14},"flag":"automatic","private":true},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('challenge/24', 2, 1795857195011, 'member/1', NULL, '{"fact":"accepted","id":23}'),
	('match/23', 1, 1795857195011, 'member/1', NULL, '{"fact":"began","seats":["member/4","member/1"],"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":14},"flag":"automatic","private":true},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":24},"ratings":[null,{"value":1662212,"deviation":290281,"volatility":59999675,"matches":1,"at":1795857195011}],"advantage":0}'),
	('match/23', 2, 1795857195017, 'member/4', NULL, 't1f 6 0 c3w'),
	('match/23', 3, 1795857195021, 'member/4', NULL, '{"fact":"said","room":"players","words":"This stays between us"}'),
	('match/23', 4, 1795857195021, 'member/4', NULL, '{"fact":"said","room":"players","words":"and so does this"}'),
	('challenge/25', 1, 1795857195023, 'member/5', NULL, '{"fact":"challenged","to":{"member":4},"terms":{"game":"hex:size=5,opening=none","setup":"V:C3 H:B2 turn:V","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('challenge/25', 2, 1795857195028, 'member/4', NULL, '{"fact":"accepted","id":24}'),
	('challenge/26', 2, 1795857195042, 'member/4', NULL, '{"fact":"accepted","id":25}'),
	('match/24', 1, 1795857195028, 'member/4', NULL, '{"fact":"began","seats":["member/5","member/4"],"terms":{"game":"hex:size=5,opening=none","setup":"V:C3 H:B2 turn:V","pace":{"kind":"days","days":14},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":25},"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195028},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195028}],"advantage":0}'),
	('match/24', 4, 1795857195130, 'member/4', NULL, '{"fact":"said","room":"players","words":"Good luck with your games"}'),
	('match/24', 2, 1795857195032, 'member/4', NULL, '{"fact":"planned","seat":"second","plan":{"ply":1,"branches":[{"on":"C4","play":["D2"],"say":["As planned"]}]}}'),
	('member/3', 3, 1795857195052, 'member/3', NULL, '{"fact":"welcomes","game":"hex","welcome":"take"}'),
	('challenge/27', 1, 1795857195065, 'member/1', NULL, '{"fact":"challenged","to":"open","terms":{"game":"quadrant-hex","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"choice":"random","audience":{"members_only":true,"rating":[1300,1800]}}'),
	('challenge/26', 1, 1795857195038, 'member/3', NULL, '{"fact":"challenged","to":{"member":4},"terms":{"game":"bridg-it","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"first","audience":{},"greeting":"Welcome to the second release"}'),
	('member/3', 4, 1795857195054, 'member/3', NULL, '{"fact":"limited","game":"trichet","most":3}'),
	('challenge/28', 1, 1795857195068, 'member/1', NULL, '{"fact":"challenged","to":{"link":"6e8acpw0rse26"},"terms":{"game":"trichet","pace":{"kind":"days","days":14},"flag":"automatic"},"choice":"random","audience":{},"greeting":"for a friend"}'),
	('member/6', 1, 1795857195131, 'member/6', NULL, '{"fact":"joined","name":"guest-6","guest":true,"zone":"UTC"}'),
	('match/25', 1, 1795857195042, 'member/4', NULL, '{"fact":"began","seats":["member/3","member/4"],"terms":{"game":"bridg-it","pace":{"kind":"days","days":14},"flag":"automatic"},"zones":["Europe/Berlin","Europe/Berlin"],"origin":{"challenge":26},"ratings":[null,null],"advantage":0}'),
	('member/5', 3, 1795857195058, 'member/5', NULL, '{"fact":"blocked","member":3}'),
	('match/26', 1, 1795857195069, 'member/4', NULL, '{"fact":"began","seats":["member/4","computer/2"],"terms":{"game":"hex:size=5","pace":{"kind":"none"},"flag":"automatic"},"zones":["Europe/Berlin",""],"origin":"computer","ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195069},null],"advantage":7}'),
	('match/26', 2, 1795857195069, 'house', NULL, '{"fact":"followed","member":3,"follow":"end"}'),
	('member/3', 2, 1795857195048, 'member/3', NULL, '{"fact":"follows_game","game":"hex","follow":"end"}'),
	('member/4', 3, 1795857195063, 'member/4', NULL, '{"fact":"went_away","period":{"from":1799313195063,"until":1800177195063}}'),
	('match/24', 3, 1795857195060, 'member/5', NULL, '{"fact":"offered","seat":"first","offer":"cancel"}');
INSERT INTO public.follower VALUES
	(3, 21, 1, 'turns'),
	(3, 26, 1, 'end');
INSERT INTO public.hold VALUES
	(5, 'mute', 1795857197896, 1873617197896, 'for the test');
INSERT INTO public.known VALUES
	(1, 'e0136f92d1670a2b6257cbb9f9a56a9cd9f4dba5c6b938ebed079314746eb16b', 1795857194755, 1795857194755),
	(3, '1aa57daaa17f75ebfc5fa3a48e5ab7d57f5e5403bc3a2a45a92ee2d68fe1ddaf', 1795857194824, 1795857194824),
	(4, '4f3b1a2da3fa673da0a81b734d52e7f2ca1a335cfaa3ddcdfe8863d06d372872', 1795857194892, 1795857194892),
	(5, '6f238876592479af657cd50cf33c4f39cf6bd21f70cc01b0becbb5c2e2ae5150', 1795857194927, 1795857194927);
INSERT INTO public.match_line VALUES
	(1, 'trellis', 1, 0, NULL, 0, NULL, 1795749050136, '{"id":1,"terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749050071},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749050071}],"began":1795749050071,"touched":1795749050136,"plies":12,"turn":null,"deadline":null,"ending":{"result":"second","reason":"rules","at":1795749050136}}', NULL, 0),
	(3, 'original-trellis', 1, 0, NULL, 0, NULL, 1795749053659, '{"id":3,"terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749053472},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749053472}],"began":1795749053472,"touched":1795749053659,"plies":29,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749053659}}', NULL, 0),
	(5, 'diagonal-bridg-it', 1, 0, NULL, 0, NULL, 1795749054562, '{"id":5,"terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749054461},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749054461}],"began":1795749054461,"touched":1795749054562,"plies":19,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749054562}}', NULL, 0),
	(7, 'bridg-it', 1, 0, NULL, 0, NULL, 1795749055250, '{"id":7,"terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749055166},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749055166}],"began":1795749055166,"touched":1795749055250,"plies":15,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749055250}}', NULL, 0),
	(9, 'quadrant-hex', 1, 0, NULL, 0, NULL, 1795749057570, '{"id":9,"terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749057512},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749057512}],"began":1795749057512,"touched":1795749057570,"plies":14,"turn":null,"deadline":null,"ending":{"result":"second","reason":"rules","at":1795749057570}}', NULL, 0),
	(11, 'hex', 1, 0, NULL, 0, NULL, 1795749058599, '{"id":11,"terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749058556},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749058556}],"began":1795749058556,"touched":1795749058599,"plies":11,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749058599}}', NULL, 0),
	(13, 'trail-mix', 1, 0, NULL, 0, NULL, 1795749060260, '{"id":13,"terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060087},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060087}],"began":1795749060087,"touched":1795749060260,"plies":33,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749060260}}', NULL, 0),
	(17, 'plexus', 1, 0, NULL, 0, NULL, 1795749061790, '{"id":17,"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749061656},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749061656}],"began":1795749061656,"touched":1795749061790,"plies":23,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795749061790}}', NULL, 0),
	(15, 'trichet', 1, 0, NULL, 0, NULL, 1795749060826, '{"id":15,"terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic","rated":true},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060797},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795749060797}],"began":1795749060797,"touched":1795749060826,"plies":7,"turn":null,"deadline":null,"ending":{"result":"draw","reason":"rules","at":1795749060826}}', NULL, 0),
	(19, 'hex', 1, 1, NULL, 0, NULL, NULL, '{"id":19,"terms":{"game":"hex:size=5","pace":{"kind":"none"},"flag":"automatic"},"seats":["member/3","computer/1"],"ratings":[null,null],"began":1795749061915,"touched":1795749061915,"plies":0,"turn":"member/3","deadline":null,"ending":null}', 'member/3', 0),
	(2, 'trellis', 1, 1, 1796008250186, 0, NULL, NULL, '{"id":2,"terms":{"game":"trellis:size=7","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050154},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050154}],"began":1795749050154,"touched":1795749050186,"plies":6,"turn":"member/1","deadline":null,"clock":{"since":1795749050186,"bank":259200000},"ending":null}', 'member/1', 1),
	(4, 'original-trellis', 1, 1, 1796008253749, 0, NULL, NULL, '{"id":4,"terms":{"game":"original-trellis:size=9","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053669},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053669}],"began":1795749053669,"touched":1795749053749,"plies":14,"turn":"member/1","deadline":null,"clock":{"since":1795749053749,"bank":259200000},"ending":null}', 'member/1', 1),
	(6, 'diagonal-bridg-it', 1, 1, 1796008254626, 0, NULL, NULL, '{"id":6,"terms":{"game":"diagonal-bridg-it:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054574},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054574}],"began":1795749054574,"touched":1795749054626,"plies":9,"turn":"member/2","deadline":null,"clock":{"since":1795749054626,"bank":259200000},"ending":null}', 'member/2', 1),
	(8, 'bridg-it', 1, 1, 1796008255306, 0, NULL, NULL, '{"id":8,"terms":{"game":"bridg-it:size=4","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055262},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055262}],"began":1795749055262,"touched":1795749055306,"plies":7,"turn":"member/2","deadline":null,"clock":{"since":1795749055306,"bank":259200000},"ending":null}', 'member/2', 1),
	(10, 'quadrant-hex', 1, 1, 1796008257608, 0, NULL, NULL, '{"id":10,"terms":{"game":"quadrant-hex:size=6","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057578},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057578}],"began":1795749057578,"touched":1795749057608,"plies":7,"turn":"member/2","deadline":null,"clock":{"since":1795749057608,"bank":259200000},"ending":null}', 'member/2', 1),
	(12, 'hex', 1, 1, 1796008261893, 0, NULL, NULL, '{"id":12,"terms":{"game":"hex:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058609},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058609}],"began":1795749058609,"touched":1795749061893,"plies":6,"turn":"member/1","deadline":null,"clock":{"since":1795749061893,"bank":259200000},"ending":null}', 'member/1', 1),
	(14, 'trail-mix', 1, 1, 1796008260338, 0, NULL, NULL, '{"id":14,"terms":{"game":"trail-mix","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060270},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060270}],"began":1795749060270,"touched":1795749060338,"plies":16,"turn":"member/1","deadline":null,"clock":{"since":1795749060338,"bank":259200000},"ending":null}', 'member/1', 1),
	(16, 'trichet', 1, 1, 1796008260855, 0, NULL, NULL, '{"id":16,"terms":{"game":"trichet:num_tiles=24","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060834},{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060834}],"began":1795749060834,"touched":1795749060855,"plies":3,"turn":"member/1","deadline":null,"clock":{"since":1795749060855,"bank":259200000},"ending":null}', 'member/1', 1),
	(18, 'plexus', 1, 1, 1796008261883, 0, NULL, NULL, '{"id":18,"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":3},"flag":"automatic"},"seats":["member/1","member/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061804},{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061804}],"began":1795749061804,"touched":1795749061883,"plies":11,"turn":"member/1","deadline":null,"clock":{"since":1795749061883,"bank":259200000},"ending":null}', 'member/1', 1),
	(20, 'hex', 1, 0, NULL, 0, NULL, 1795857194980, '{"id":20,"terms":{"game":"hex:size=5,opening=none","pace":{"kind":"days","days":14},"flag":"automatic","rated":true},"seats":["member/4","member/5"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194944},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194944}],"began":1795857194944,"touched":1795857194980,"plies":9,"turn":null,"deadline":null,"ending":{"result":"first","reason":"rules","at":1795857194980}}', NULL, 0),
	(22, 'trail-mix', 1, 1, 1797548400000, 0, NULL, NULL, '{"id":22,"terms":{"game":"trail-mix","pace":{"kind":"days","days":14},"pauses":{"vacation":true,"weekends":true},"flag":"automatic","rated":true},"seats":["member/5","member/3"],"ratings":[{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857195004},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857195004}],"began":1795857195004,"touched":1795857195004,"plies":0,"turn":"member/5","deadline":null,"clock":{"since":1795857195004,"bank":1209600000,"weekends":"Europe/Berlin"},"ending":null}', 'member/5', 1),
	(21, 'trellis', 1, 1, 1797066794992, 0, NULL, NULL, '{"id":21,"terms":{"game":"trellis:size=9","pace":{"kind":"days","days":14},"nag":3,"flag":"automatic","rated":true},"seats":["member/1","member/4"],"ratings":[{"value":1337788,"deviation":290281,"volatility":59999675,"matches":1,"at":1795857194992},{"value":1500000,"deviation":350000,"volatility":60000000,"matches":0,"at":1795857194992}],"began":1795857194992,"touched":1795857194997,"plies":1,"turn":"member/1","deadline":null,"clock":{"since":1795857194997,"bank":1209599995},"ending":null}', 'member/1', 1),
	(23, 'plexus', 0, 1, 1797066795017, 0, NULL, NULL, '{"id":23,"terms":{"game":"plexus:size=5","pace":{"kind":"days","days":14},"flag":"automatic","private":true},"seats":["member/4","member/1"],"ratings":[null,{"value":1662212,"deviation":290281,"volatility":59999675,"matches":1,"at":1795857195011}],"began":1795857195011,"touched":1795857195017,"plies":1,"turn":"member/1","deadline":null,"clock":{"since":1795857195017,"bank":1209600000},"ending":null}', 'member/1', 1),
	(25, 'bridg-it', 1, 1, 1797066795042, 0, NULL, NULL, '{"id":25,"terms":{"game":"bridg-it","pace":{"kind":"days","days":14},"flag":"automatic"},"seats":["member/3","member/4"],"ratings":[null,null],"began":1795857195042,"touched":1795857195042,"plies":0,"turn":"member/3","deadline":null,"clock":{"since":1795857195042,"bank":1209600000},"ending":null}', 'member/3', 1),
	(26, 'hex', 1, 1, NULL, 0, NULL, NULL, '{"id":26,"terms":{"game":"hex:size=5","pace":{"kind":"none"},"flag":"automatic"},"seats":["member/4","computer/2"],"ratings":[{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195069},null],"began":1795857195069,"touched":1795857195069,"plies":0,"turn":"member/4","deadline":null,"ending":null}', 'member/4', 0),
	(24, 'hex', 1, 1, 1797066795028, 0, NULL, NULL, '{"id":24,"terms":{"game":"hex:size=5,opening=none","setup":"V:C3 H:B2 turn:V","pace":{"kind":"days","days":14},"flag":"automatic"},"seats":["member/5","member/4"],"ratings":[{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195028},{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857195028}],"began":1795857195028,"touched":1795857195060,"plies":0,"turn":"member/5","deadline":null,"clock":{"since":1795857195028,"bank":1209600000},"ending":null}', 'member/5', 1);
INSERT INTO public.member_line VALUES
	(1, 'ann', 0, 1795749031598, 'ann'),
	(2, 'bob', 0, 1795749031631, 'bob'),
	(3, 'cleo', 0, 1795749031651, 'cleo'),
	(4, 'dora', 0, 1795857194888, 'dora'),
	(5, 'eli', 0, 1795857194924, 'eli'),
	(6, 'guest-6', 1, 1795857195131, 'guest-6');
INSERT INTO public.password VALUES
	(1, '$argon2id$v=19$m=8,t=2,p=1$/REMeVNUzrphKDtyOibLDQ$j5+NQjBWukBV6KLYs02610QRLfiU1kPLoOPJWABxTcc', 1795749031598),
	(2, '$argon2id$v=19$m=8,t=2,p=1$m3qwxpoieC31EHfzwSkExQ$rwLA/1hhDguohCCUmMbVt+c8OJJKkyMw7NWuLxXQKgA', 1795749031631),
	(3, '$argon2id$v=19$m=8,t=2,p=1$nMBv4J4ESEBPGGL9+tWYbw$8L8xDgcbMhpXy9TR8HPfFbouIin5/X0mcNiAcUibZik', 1795749031651),
	(4, '$argon2id$v=19$m=19456,t=2,p=1$G0EscLpOtpqPyL4l9HLFjw$vEl+DfeYwliRfzf06pV/p2I6J/aPNilCg68q+v6DVXo', 1795857194888),
	(5, '$argon2id$v=19$m=19456,t=2,p=1$Jyqo7p/s2eqi1b9I6bnhig$iImpz34FJsMRDYNOnMyUni8cMEF1q60RAq/YKadzxU8', 1795857194924);
INSERT INTO public.patron VALUES
	(3, 'hex', 'end');
INSERT INTO public.puzzle_try VALUES
	(4, 'xynb3at9', 1, 1, NULL);
INSERT INTO public.rating_line VALUES
	(1, 'trellis', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050136}'),
	(2, 'trellis', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749050136}'),
	(1, 'original-trellis', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053659}'),
	(2, 'original-trellis', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749053659}'),
	(1, 'diagonal-bridg-it', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054562}'),
	(2, 'diagonal-bridg-it', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749054562}'),
	(1, 'bridg-it', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055250}'),
	(2, 'bridg-it', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749055250}'),
	(1, 'quadrant-hex', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057570}'),
	(2, 'quadrant-hex', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749057570}'),
	(1, 'hex', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058599}'),
	(2, 'hex', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749058599}'),
	(1, 'trail-mix', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060260}'),
	(2, 'trail-mix', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749060260}'),
	(1, 'trichet', 'correspondence', 1500, 290.231, '{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060826}'),
	(2, 'trichet', 'correspondence', 1500, 290.231, '{"value":1500000,"deviation":290231,"volatility":59998961,"matches":1,"at":1795749060826}'),
	(1, 'plexus', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061790}'),
	(2, 'plexus', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795749061790}'),
	(4, 'hex', 'correspondence', 1662.212, 290.231, '{"value":1662212,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}'),
	(5, 'hex', 'correspondence', 1337.788, 290.231, '{"value":1337788,"deviation":290231,"volatility":59999675,"matches":1,"at":1795857194980}');
INSERT INTO public.session VALUES
	('2fea8e1a34ba2517b432e88a5542144a1f87d9eb900dde7131e4c60295a00b6e', 3086675191980367828, 1, 1795749031611, 1795749031611, 'Python-urllib/3.11', 0),
	('e2b56ffb1fe75920e22948ba1b1e2913e843ee4628227a459cd100377096a934', 6678023007497462215, 2, 1795749031641, 1795749031641, 'Python-urllib/3.11', 0),
	('e3506ad14805900f279b067667a2016991ce568cd05b281f975f272580ae84e1', 2837210179737828906, 3, 1795749031655, 1795749031655, 'Python-urllib/3.11', 0),
	('62545b8a21696eeb53053b8c7f80b081fa3b8b36424304edee808f8b976e4ba7', 6229283412970793068, 1, 1795857194757, 1795857194757, 'Python-urllib/3.11', 0),
	('faff4fe1966e4de8d70ba05de75c0e2935bbdb75ea393135ecd914d6f696d39d', 8350327402552197387, 3, 1795857194827, 1795857194827, 'Python-urllib/3.11', 0),
	('0f09a89e9a0058f48236fd253d4e47bf9c9cb1c229b6502d9530ed1f04ad562a', 8550144672342357168, 4, 1795857194894, 1795857194894, 'Python-urllib/3.11', 0),
	('d3ef814cd6da7e845a72c53cdb2063497e8568565cdda585c86ec127b25cfe44', 8025422623265128057, 5, 1795857194933, 1795857194933, 'Python-urllib/3.11', 0),
	('aa1aa08d25b0c4d8340361e00f6c6a337f878cf2ba1dc757548cc0b9a5831950', 6019685672245015333, 6, 1795857195132, 1795857195132, 'Python-urllib/3.11', 0);
INSERT INTO public.setting VALUES
	('mail-key', '22f86f0088f41eda103aa85ddf555e7b7b1fe15f9655661dd635a6ee757c4491'),
	('lock', 'e788b607d1d94e1f714484e57d942ebab02eac25221c32ddc534a59f77cd8862'),
	('request/trail-mix', 'philleduc.pled@gmail.com'),
	('renewed clocks', '9223372036854775807'),
	('renewed members', '9223372036854775807'),
	('renewed matches', '9223372036854775807'),
	('alive', '1795857202133');
INSERT INTO public.shut VALUES
	('203.0.113.0/24', 1795857200918, 'for the test');
INSERT INTO public.sitting VALUES
	('member/1', 1, 0, 1, 'trellis', 'correspondence', 'rated', 0),
	('member/2', 1, 0, 1, 'trellis', 'correspondence', 'rated', 2),
	('member/1', 2, 1, 1, 'trellis', 'correspondence', 'casual', NULL),
	('member/2', 2, 1, 1, 'trellis', 'correspondence', 'casual', NULL),
	('member/1', 3, 0, 1, 'original-trellis', 'correspondence', 'rated', 2),
	('member/2', 3, 0, 1, 'original-trellis', 'correspondence', 'rated', 0),
	('member/1', 4, 1, 1, 'original-trellis', 'correspondence', 'casual', NULL),
	('member/2', 4, 1, 1, 'original-trellis', 'correspondence', 'casual', NULL),
	('member/1', 5, 0, 1, 'diagonal-bridg-it', 'correspondence', 'rated', 2),
	('member/2', 5, 0, 1, 'diagonal-bridg-it', 'correspondence', 'rated', 0),
	('member/1', 6, 1, 1, 'diagonal-bridg-it', 'correspondence', 'casual', NULL),
	('member/2', 6, 1, 1, 'diagonal-bridg-it', 'correspondence', 'casual', NULL),
	('member/1', 7, 0, 1, 'bridg-it', 'correspondence', 'rated', 2),
	('member/2', 7, 0, 1, 'bridg-it', 'correspondence', 'rated', 0),
	('member/1', 8, 1, 1, 'bridg-it', 'correspondence', 'casual', NULL),
	('member/2', 8, 1, 1, 'bridg-it', 'correspondence', 'casual', NULL),
	('member/1', 9, 0, 1, 'quadrant-hex', 'correspondence', 'rated', 0),
	('member/2', 9, 0, 1, 'quadrant-hex', 'correspondence', 'rated', 2),
	('member/1', 10, 1, 1, 'quadrant-hex', 'correspondence', 'casual', NULL),
	('member/2', 10, 1, 1, 'quadrant-hex', 'correspondence', 'casual', NULL),
	('member/1', 11, 0, 1, 'hex', 'correspondence', 'rated', 2),
	('member/2', 11, 0, 1, 'hex', 'correspondence', 'rated', 0),
	('member/1', 12, 1, 1, 'hex', 'correspondence', 'casual', NULL),
	('member/2', 12, 1, 1, 'hex', 'correspondence', 'casual', NULL),
	('member/1', 13, 0, 1, 'trail-mix', 'correspondence', 'rated', 2),
	('member/2', 13, 0, 1, 'trail-mix', 'correspondence', 'rated', 0),
	('member/1', 14, 1, 1, 'trail-mix', 'correspondence', 'casual', NULL),
	('member/2', 14, 1, 1, 'trail-mix', 'correspondence', 'casual', NULL),
	('member/1', 15, 0, 1, 'trichet', 'correspondence', 'rated', 1),
	('member/2', 15, 0, 1, 'trichet', 'correspondence', 'rated', 1),
	('member/1', 16, 1, 1, 'trichet', 'correspondence', 'casual', NULL),
	('member/2', 16, 1, 1, 'trichet', 'correspondence', 'casual', NULL),
	('member/1', 17, 0, 1, 'plexus', 'correspondence', 'rated', 2),
	('member/2', 17, 0, 1, 'plexus', 'correspondence', 'rated', 0),
	('member/1', 18, 1, 1, 'plexus', 'correspondence', 'casual', NULL),
	('member/2', 18, 1, 1, 'plexus', 'correspondence', 'casual', NULL),
	('member/3', 19, 1, 1, 'hex', 'correspondence', 'computer', NULL),
	('computer/1', 19, 1, 1, 'hex', 'correspondence', 'computer', NULL),
	('member/4', 20, 0, 1, 'hex', 'correspondence', 'rated', 2),
	('member/5', 20, 0, 1, 'hex', 'correspondence', 'rated', 0),
	('member/1', 21, 1, 1, 'trellis', 'correspondence', 'rated', NULL),
	('member/4', 21, 1, 1, 'trellis', 'correspondence', 'rated', NULL),
	('member/5', 22, 1, 1, 'trail-mix', 'correspondence', 'rated', NULL),
	('member/3', 22, 1, 1, 'trail-mix', 'correspondence', 'rated', NULL),
	('member/4', 23, 1, 0, 'plexus', 'correspondence', 'casual', NULL),
	('member/1', 23, 1, 0, 'plexus', 'correspondence', 'casual', NULL),
	('member/5', 24, 1, 1, 'hex', 'correspondence', 'casual', NULL),
	('member/4', 24, 1, 1, 'hex', 'correspondence', 'casual', NULL),
	('member/3', 25, 1, 1, 'bridg-it', 'correspondence', 'casual', NULL),
	('member/4', 25, 1, 1, 'bridg-it', 'correspondence', 'casual', NULL),
	('member/4', 26, 1, 1, 'hex', 'correspondence', 'computer', NULL),
	('computer/2', 26, 1, 1, 'hex', 'correspondence', 'computer', NULL);
INSERT INTO public.step VALUES
	(1),
	(2),
	(3),
	(4),
	(5),
	(6),
	(7),
	(8),
	(9),
	(10),
	(11),
	(12),
	(13),
	(14),
	(15),
	(16);
INSERT INTO public.tally VALUES
	('trellis', 0, 1, 0),
	('original-trellis', 1, 0, 0),
	('diagonal-bridg-it', 1, 0, 0),
	('bridg-it', 1, 0, 0),
	('quadrant-hex', 0, 1, 0),
	('trail-mix', 1, 0, 0),
	('trichet', 0, 0, 1),
	('plexus', 1, 0, 0),
	('hex', 2, 0, 0);
ALTER TABLE ONLY public.address
    ADD CONSTRAINT address_pkey PRIMARY KEY (address, member);
ALTER TABLE ONLY public.answer
    ADD CONSTRAINT answer_pkey PRIMARY KEY (asked);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.challenge_line
    ADD CONSTRAINT challenge_line_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.downtime
    ADD CONSTRAINT downtime_pkey PRIMARY KEY (since);
ALTER TABLE ONLY public.errand
    ADD CONSTRAINT errand_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (stream, version);
ALTER TABLE ONLY public.follower
    ADD CONSTRAINT follower_pkey PRIMARY KEY (member, id);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (member, kind);
ALTER TABLE ONLY public.known
    ADD CONSTRAINT known_pkey PRIMARY KEY (member, mark);
ALTER TABLE ONLY public.letter_in
    ADD CONSTRAINT letter_in_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mailing
    ADD CONSTRAINT mailing_pkey PRIMARY KEY (member);
ALTER TABLE ONLY public.match_line
    ADD CONSTRAINT match_line_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member_line
    ADD CONSTRAINT member_line_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password
    ADD CONSTRAINT password_pkey PRIMARY KEY (member);
ALTER TABLE ONLY public.patron
    ADD CONSTRAINT patron_pkey PRIMARY KEY (member, game);
ALTER TABLE ONLY public.puzzle_day
    ADD CONSTRAINT puzzle_day_pkey PRIMARY KEY (member, day);
ALTER TABLE ONLY public.puzzle_try
    ADD CONSTRAINT puzzle_try_pkey PRIMARY KEY (member, puzzle);
ALTER TABLE ONLY public.rating_line
    ADD CONSTRAINT rating_line_pkey PRIMARY KEY (member, game, class);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_pkey PRIMARY KEY (member);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.shut
    ADD CONSTRAINT shut_pkey PRIMARY KEY (network);
ALTER TABLE ONLY public.sitting
    ADD CONSTRAINT sitting_pkey PRIMARY KEY (player, id);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (stream);
ALTER TABLE ONLY public.step
    ADD CONSTRAINT step_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.tally
    ADD CONSTRAINT tally_pkey PRIMARY KEY (game);
ALTER TABLE ONLY public.unconfirmed
    ADD CONSTRAINT unconfirmed_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.undo
    ADD CONSTRAINT undo_pkey PRIMARY KEY (code);
CREATE INDEX address_member ON public.address USING btree (member);
CREATE UNIQUE INDEX address_verified ON public.address USING btree (address) WHERE (verified IS NOT NULL);
CREATE INDEX answer_at ON public.answer USING btree (at);
CREATE INDEX challenge_line_aim ON public.challenge_line USING btree (aim) WHERE (open = 1);
CREATE INDEX challenge_line_listed ON public.challenge_line USING btree (id) WHERE ((open = 1) AND (listed = 1));
CREATE INDEX challenge_line_maker ON public.challenge_line USING btree (maker) WHERE (open = 1);
CREATE INDEX challenge_line_until ON public.challenge_line USING btree (until) WHERE ((open = 1) AND (until IS NOT NULL));
CREATE INDEX event_said ON public.event USING btree (who, stream, version) WHERE (fact ~~ '{"fact":"said"%'::text);
CREATE INDEX follower_live ON public.follower USING btree (member, id) WHERE ((live = 1) AND (follow <> 'no'::text));
CREATE INDEX follower_match ON public.follower USING btree (id);
CREATE INDEX known_seen ON public.known USING btree (seen);
CREATE INDEX letter_in_at ON public.letter_in USING btree (at);
CREATE INDEX match_line_claimable ON public.match_line USING btree (id) WHERE (claimable = 1);
CREATE INDEX match_line_computer ON public.match_line USING btree (id) WHERE (computer IS NOT NULL);
CREATE INDEX match_line_deadline ON public.match_line USING btree (deadline, id) WHERE (deadline IS NOT NULL);
CREATE INDEX match_line_ended ON public.match_line USING btree (game, ended) WHERE ((ended IS NOT NULL) AND (public = 1));
CREATE INDEX match_line_game ON public.match_line USING btree (game, public, id) WHERE (live = 1);
CREATE INDEX match_line_live ON public.match_line USING btree (public, id) WHERE (live = 1);
CREATE INDEX match_line_people ON public.match_line USING btree (public, id) WHERE (people = 1);
CREATE INDEX match_line_turn ON public.match_line USING btree (turn) WHERE (turn IS NOT NULL);
CREATE INDEX member_line_folded ON public.member_line USING btree (guest, folded);
CREATE INDEX outbox_answer ON public.outbox USING btree (member, game, ply) WHERE (kind = 'answer'::text);
CREATE INDEX outbox_due ON public.outbox USING btree (due) WHERE (sent IS NULL);
CREATE INDEX outbox_lead ON public.outbox USING btree (lead) WHERE (lead IS NOT NULL);
CREATE INDEX outbox_member ON public.outbox USING btree (member) WHERE (sent IS NULL);
CREATE INDEX outbox_sent ON public.outbox USING btree (sent) WHERE (sent IS NOT NULL);
CREATE INDEX passkey_member ON public.passkey USING btree (member);
CREATE INDEX rating_line_certain ON public.rating_line USING btree (game, class, points) WHERE (deviation < (110)::double precision);
CREATE INDEX rating_line_uncertain ON public.rating_line USING btree (game, class, points) WHERE (deviation >= (110)::double precision);
CREATE INDEX report_open ON public.report USING btree (number) WHERE (done IS NULL);
CREATE INDEX session_began ON public.session USING btree (began);
CREATE INDEX session_member ON public.session USING btree (member, number);
CREATE INDEX session_seen ON public.session USING btree (seen);
CREATE INDEX sitting_live ON public.sitting USING btree (player, id) WHERE (live = 1);
CREATE INDEX sitting_match ON public.sitting USING btree (id);
CREATE INDEX sitting_score ON public.sitting USING btree (player, game, kind, class, score, public) WHERE (score IS NOT NULL);
CREATE INDEX undo_member ON public.undo USING btree (member);
