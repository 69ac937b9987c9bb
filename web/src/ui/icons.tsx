import type { ReactNode } from 'react'

type IconProps = { className?: string }

// Drawn on a grid of 20 with a stroke of 1.5. Decoration only: the words beside an icon carry its meaning.

export function SunIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.5v1.75M10 15.75v1.75M2.5 10h1.75M15.75 10h1.75M4.7 4.7l1.23 1.23M14.07 14.07l1.23 1.23M4.7 15.3l1.23-1.23M14.07 5.93l1.23-1.23" />
    </Icon>
  )
}

export function MoonIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M16.75 11.9A7 7 0 0 1 8.1 3.25a7 7 0 1 0 8.65 8.65Z" />
    </Icon>
  )
}

export function PlayIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M6.5 4.2v11.6l9-5.8Z" />
    </Icon>
  )
}

export function CheckIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m4.5 10.5 3.75 3.75 7.25-8" />
    </Icon>
  )
}

export function LockIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <rect x="4.25" y="8.75" width="11.5" height="7.5" rx="2" />
      <path d="M6.75 8.5V6.75a3.25 3.25 0 0 1 6.5 0V8.5" />
    </Icon>
  )
}

export function BranchIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="6" cy="4.75" r="1.75" />
      <circle cx="6" cy="15.25" r="1.75" />
      <circle cx="14" cy="6.75" r="1.75" />
      <path d="M6 6.5v7M14 8.5c0 2.75-2.5 3-5 3.25-1.75.2-3 .75-3 2" />
    </Icon>
  )
}

function Icon({
  className = 'size-5',
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
