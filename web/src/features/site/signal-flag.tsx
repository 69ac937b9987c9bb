/**
 * Flags of the International Code of Signals, drawn without their colours so that the page keeps its one accent.
 * Each has a dark and a middle tone on a light cloth of 24 by 24.
 */
const FLAGS = {
  C: { dark: 'M0 0h24v4.8H0zM0 19.2h24V24H0z', middle: 'M0 9.6h24v4.8H0z' },
  D: { dark: 'M0 6h24v12H0z', middle: 'M0 0h24v6H0zM0 18h24v6H0z' },
  E: { dark: 'M0 0h24v12H0z', middle: 'M0 12h24v12H0z' },
  H: { dark: 'M12 0h12v24H12z', middle: '' },
  K: { dark: 'M12 0h12v24H12z', middle: 'M0 0h12v24H0z' },
  M: { dark: 'M4 0h16l-8 8zM0 4l8 8-8 8zM24 4l-8 8 8 8zM4 24h16l-8-8z', middle: '' },
  N: {
    dark: 'M0 0h6v6H0zM12 0h6v6h-6zM6 6h6v6H6zM18 6h6v6h-6zM0 12h6v6H0zM12 12h6v6h-6zM6 18h6v6H6zM18 18h6v6h-6z',
    middle: '',
  },
  P: { dark: 'M0 0h24v24H0zM8 8v8h8V8z', middle: '' },
  Q: { dark: '', middle: 'M0 0h24v24H0z' },
  S: { dark: 'M7 7h10v10H7z', middle: '' },
  V: { dark: 'M0 0h4l8 8 8-8h4v4l-8 8 8 8v4h-4l-8-8-8 8H0v-4l8-8-8-8z', middle: '' },
  W: { dark: 'M0 0h24v24H0zM5 5v14h14V5z', middle: 'M9.5 9.5h5v5h-5z' },
  X: { dark: 'M9.5 0h5v9.5H24v5h-9.5V24h-5v-9.5H0v-5h9.5z', middle: '' },
}

export type Signal = keyof typeof FLAGS

/** The flag, and what it says at sea. */
export function SignalFlag({ signal, meaning }: { signal: Signal; meaning: string }) {
  const { dark, middle } = FLAGS[signal]

  return (
    <p className="flex items-center gap-3 text-xs text-ink-faint">
      {/* Cloth and dye do not change with the theme of the page, but a dark hem is lost at night. */}
      <span className="flex-none rounded-xs dark:outline-1 dark:outline-ink-faint">
        <svg
          viewBox="-1 -1 26 26"
          data-theme="light"
          className="size-8 text-ink"
          aria-hidden="true"
        >
          <rect width="24" height="24" rx="1" className="fill-surface" />
          {middle && <path d={middle} className="fill-line-strong" />}
          {dark && <path d={dark} fill="currentColor" fillRule="evenodd" />}
          <rect
            width="24"
            height="24"
            rx="1"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.25"
          />
        </svg>
      </span>
      <span>
        <b className="font-medium text-ink-soft">{signal}</b>
        {' · '}
        {meaning}
      </span>
    </p>
  )
}
