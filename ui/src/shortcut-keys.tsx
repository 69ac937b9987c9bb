/** A shortcut, key by key. */
export function ShortcutKeys({ keys }: { keys: string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid min-w-5 place-items-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-xs text-ink-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
