// Replaces lucide's own runtime (vite.config.ts), which is ten times as long: our icons use none of its options.

type IconData = { node: [tag: 'path', attributes: Record<string, string>][] }

export function createLucideIcon({ node }: IconData) {
  return function LucideIcon({ className }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
      >
        {node.map(([Shape, { key, ...attributes }]) => (
          <Shape key={key} {...attributes} />
        ))}
      </svg>
    )
  }
}
