/** Lines of equal depth, as on a sounding chart. Decoration only. */
export function Isobaths({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 600 400"
      preserveAspectRatio="xMaxYMid slice"
      className={className}
      fill="none"
      stroke="var(--contour)"
    >
      {lines.map((line, index) => (
        <path key={line} d={line} strokeWidth={index === 2 ? 1.8 : 1} />
      ))}
    </svg>
  );
}

const lines = [
  'M600 40C520 20 470 70 430 120S330 190 300 250 250 370 180 400',
  'M600 82C540 66 496 108 462 156S382 222 352 276 306 380 262 400',
  'M600 124C556 112 524 148 496 190S432 252 406 300 370 388 340 400',
  'M600 168C572 160 550 188 528 224S482 280 460 322 436 392 416 400',
  'M600 216C586 214 572 232 556 258S528 304 512 340 498 394 486 400',
  'M600 268C590 270 580 288 570 310S556 352 548 400',
];
