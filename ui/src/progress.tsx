type Props = { label: string; value: number; max: number; tone?: 'accent' | 'danger' }

/** The browser's own element: its bar gets its length without a style attribute, which the content policy forbids. */
export function Progress({ label, value, max, tone = 'accent' }: Props) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      data-tone={tone}
      className="progress-bar block w-full"
    />
  )
}
