const forms = `is are was were be been has have had do does must may can cannot can't will would should shall need needs
cost costs pay pays get gets run runs start starts end ends close closes open opens last lasts apply applies stay stays
take takes hold holds keep keeps bring brings charge charges include includes receive receives require requires begin
begins become becomes lie lies stand stands work works expire expires count counts hang hangs find finds leave leaves
allow allows accept accepts offer offers give gives provide provides contain contains use uses weigh weighs reach reaches
send sends return returns lead leads belong belongs borrow borrows rent rents book books arrive arrives depart departs
mean means save saves earn earns lose loses owe owes drop drops heat heats turn turns switch switches wait waits act
acts decide decides serve serves store stores sell sells ship ships deliver delivers replace replaces refund refunds
match matches answer answers reconnect reconnects add adds host hosts fall falls rise rises grow grows plug plugs
answered sign signs visit visits meet meets pause pauses`;
const orders = `add allow apply ask attach avoid book bring call cancel change charge check choose clean click close collect
complete confirm connect contact create cut do download empty enter fill follow get give go hang help hold insert install
keep leave let look make move note open order pay phone pick place plug point press print pull push put read register remove
repeat replace report restart return ring save scan select send set show sign start stop store switch take tap tell test
throw touch try turn type unplug update use visit wait wash wear wipe write`;

const any = new Set(forms.split(/\s+/));
const base = new Set(orders.split(/\s+/));

/** Whether a word may be the verb of a statement, or the first word of an order; many of them may be nouns as well. */
export const verbOf = (word: string, kind: 'any' | 'base'): boolean =>
  (kind === 'any' ? any : base).has(word.toLowerCase().replace(/[,.;:!]+$/, '')) ||
  (kind === 'any' && base.has(word.toLowerCase().replace(/[,.;:!]+$/, '')));
