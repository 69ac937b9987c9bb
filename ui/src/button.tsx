import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A busy button cannot be pressed twice. */
  isBusy?: boolean
  /** Replaces the label while busy; without it the label stays. */
  busyText?: string
}

export function Button({
  variant = 'primary',
  size,
  isBusy = false,
  busyText,
  disabled = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      className={`${buttonClasses(variant, size)} ${className}`}
    >
      {busyText ? <Labels isBusy={isBusy} label={children} busyText={busyText} /> : children}
    </button>
  )
}

/** Both labels share one grid cell, so that the wider one sets the width and nothing shifts. */
function Labels(props: { isBusy: boolean; label: React.ReactNode; busyText: string }) {
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={`inline-flex items-center gap-2 ${props.isBusy ? 'invisible' : ''}`}>
        {props.label}
      </span>
      <span className={props.isBusy ? '' : 'invisible'}>{props.busyText}</span>
    </span>
  )
}
