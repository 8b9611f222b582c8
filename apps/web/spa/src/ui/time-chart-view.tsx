import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface TimeChartViewProps {
  label: string;
  /** Days as unix seconds. */
  times: readonly number[];
  values: readonly number[];
}

/** Bars over days. The same numbers are in the table beside it, so the picture itself is hidden from screen readers. */
export function TimeChartView({ label, times, values }: TimeChartViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const [shade, setShade] = useState(0);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const chart = new uPlot(optionsFor(element, label), [[...times], [...values]], element);
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: chartHeight }),
    );
    observer.observe(element);
    const theme = onThemeChange(() => setShade((before) => before + 1));
    return () => {
      theme();
      observer.disconnect();
      chart.destroy();
    };
  }, [label, times, values, shade]);
  return <div ref={host} aria-hidden="true" className="h-40 w-full overflow-hidden" />;
}

/** A canvas keeps the colours it was drawn with, so it has to hear of another theme: the reader's or the system's. */
function onThemeChange(tell: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(tell);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', tell);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', tell);
  };
}

const chartHeight = 160;

function optionsFor(element: HTMLElement, label: string): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px ui-monospace, monospace',
  };
  return {
    width: element.clientWidth,
    height: chartHeight,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] } },
    axes: [axis, { ...axis, size: 52 }],
    series: [
      {},
      {
        label,
        stroke: colour('--signal'),
        fill: colour('--signal-soft'),
        width: 1.5,
        paths: uPlot.paths.bars?.({ size: [0.7, 24] }),
        points: { show: false },
      },
    ],
  };
}
