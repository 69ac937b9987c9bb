/** The status of the page, going under. The number is also in the title of the answer, so nobody needs to read it here. */
export function SunkenNumber() {
  return (
    <svg viewBox="0 0 240 96" className="mb-10 w-60 max-w-full" aria-hidden="true">
      <g
        className="fill-none stroke-line-strong"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M54 82V12L16 50h52" />
        <rect x="94" y="12" width="52" height="70" rx="26" />
        <path d="M212 82V12l-38 38h52" />
      </g>
      <path
        d="M0 66c20 0 20-10 40-10s20 10 40 10 20-10 40-10 20 10 40 10 20-10 40-10 20 10 40 10v30H0Z"
        className="fill-canvas"
      />
      <path
        d="M0 66c20 0 20-10 40-10s20 10 40 10 20-10 40-10 20 10 40 10 20-10 40-10 20 10 40 10"
        className="fill-none stroke-accent"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
