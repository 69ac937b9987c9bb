type Props = { label: string; value: number; max: number; tone?: 'accent' | 'danger' }

/** The native element needs no style attribute for its length; a strict content security policy forbids those. */
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
