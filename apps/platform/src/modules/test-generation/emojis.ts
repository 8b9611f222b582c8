/**
 * Every emoji, as RE2 knows characters: the planes of pictures, what is drawn as one by itself, and whatever is told to be by U+FE0F.
 * Ticks, stars and arrows of plain text are none. Source: Unicode, emoji-data.txt.
 */
export const anyEmoji = String.raw`[\x{1F000}-\x{1FAFF}\x{FE0F}\x{231A}\x{231B}\x{23E9}-\x{23F3}\x{25FD}\x{25FE}\x{2600}-\x{2604}\x{260E}\x{2614}\x{2615}\x{2618}\x{261D}\x{2620}\x{2622}\x{2623}\x{2626}\x{262A}\x{262E}\x{262F}\x{2638}-\x{263A}\x{2640}\x{2642}\x{2648}-\x{2653}\x{265F}\x{2660}\x{2663}\x{2665}\x{2666}\x{2668}\x{267B}\x{267E}\x{267F}\x{2692}-\x{2697}\x{2699}\x{269B}\x{269C}\x{26A0}\x{26A1}\x{26A7}\x{26AA}\x{26AB}\x{26B0}\x{26B1}\x{26BD}\x{26BE}\x{26C4}\x{26C5}\x{26C8}\x{26CE}\x{26CF}\x{26D1}\x{26D3}\x{26D4}\x{26E9}\x{26EA}\x{26F0}-\x{26F5}\x{26F7}-\x{26FA}\x{26FD}\x{2702}\x{2705}\x{2708}-\x{270D}\x{270F}\x{2712}\x{2721}\x{2728}\x{2744}\x{2747}\x{274C}\x{274E}\x{2753}-\x{2755}\x{2757}\x{2763}\x{2764}\x{2795}-\x{2797}\x{27B0}\x{27BF}\x{2B1B}\x{2B1C}\x{2B50}\x{2B55}]`;

/** Passes where no emoji is found. */
export const noEmoji = {
  metric: 'regex',
  args: { pattern: anyEmoji, flags: '' },
  negate: true,
  metricName: 'Contains no emoji',
} as const;
