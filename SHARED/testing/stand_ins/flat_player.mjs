/**
 * A player written from document 000 that answers in the response: flat_player.py for machines without Python.
 * Usage: node flat_player.mjs MANAGER ID
 */
import { flat } from './flat_documents.mjs';
import { flatMind } from './flat_mind.mjs';
import { listen, post, say } from './stand_in.mjs';

const [manager, me] = process.argv.slice(2);
const mind = flatMind(me);

const endpoint = await listen((message) => mind.answer(message) ?? { status: 'received' });
mind.registered(await post(manager, flat('LEAGUE_REGISTER_REQUEST', { player_id: me, endpoint })));
say(`${me} is registered at ${endpoint}`);
