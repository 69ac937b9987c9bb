export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-turn rounded-full border-2 border-line-strong border-t-accent ${className}`}
    />
  )
}
