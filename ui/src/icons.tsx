import type { ReactNode } from 'react'

type IconProps = { className?: string }

// Applications take their icons from lucide-react. Icons here are on prerendered pages or in this package;
// lucide's runtime would add 1.5 kB (brotli) to them. Grid of 20, stroke of 1.5. Decorative: the text beside an
// icon carries its meaning.

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

export function WarningIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M10 3.25 17.5 16.5h-15ZM10 8.25v3.5M10 14.1v.1" />
    </Icon>
  )
}

export function InfoIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M10 9.25v4.25M10 6.4v.1" />
    </Icon>
  )
}

export function EyeIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M2 10c1.8-3.4 4.6-5.1 8-5.1s6.2 1.7 8 5.1c-1.8 3.4-4.6 5.1-8 5.1S3.8 13.4 2 10Z" />
      <circle cx="10" cy="10" r="2.5" />
    </Icon>
  )
}

export function EyeOffIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M8.3 5.05A8.5 8.5 0 0 1 10 4.9c3.4 0 6.2 1.7 8 5.1a11 11 0 0 1-1.9 2.6M5.7 6.3A10 10 0 0 0 2 10c1.8 3.4 4.6 5.1 8 5.1 1.6 0 3-.4 4.3-1.1M8.3 8.2a2.5 2.5 0 0 0 3.5 3.5M3.25 3.25l13.5 13.5" />
    </Icon>
  )
}

export function CloseIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m5 5 10 10M15 5 5 15" />
    </Icon>
  )
}

export function ChevronDownIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m5 7.75 5 5 5-5" />
    </Icon>
  )
}

/** Newer commits to fetch. */
export function AheadIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M10 3v10M6 9.5l4 4 4-4M4 17h12" />
    </Icon>
  )
}

export function ClockIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.25l2.5 1.5" />
    </Icon>
  )
}

export function UnpluggedIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m3 17 3-3M14 6l3-3M6 14l-1-1 3-3 2 2-3 3ZM12 8l-1-1 3-3 2 2-3 3ZM8.5 8.5l-1-1M12.5 12.5l-1-1" />
    </Icon>
  )
}

export function CopyIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <rect x="7.25" y="7.25" width="9.5" height="9.5" rx="2" />
      <path d="M4.5 12.75a1.25 1.25 0 0 1-1.25-1.25v-6.75A1.5 1.5 0 0 1 4.75 3.25h6.75a1.25 1.25 0 0 1 1.25 1.25" />
    </Icon>
  )
}

export function SearchIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m16.75 16.75-3.75-3.75" />
    </Icon>
  )
}

export function MenuIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M3 6h14M3 10h14M3 14h14" />
    </Icon>
  )
}

export function SpeechIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M3 5.75A2 2 0 0 1 5 3.75h10a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2h-4.25L7 17.25v-3H5a2 2 0 0 1-2-2Z" />
    </Icon>
  )
}

export function MailIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <rect x="2.75" y="4.25" width="14.5" height="11.5" rx="2" />
      <path d="m3.25 5.5 6.75 5.25 6.75-5.25" />
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
