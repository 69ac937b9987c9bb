type Cases = { usual: number; all: number }

/** How many cases a random test tries: fewer in `npm test` than in `npm run test:all`. */
export const randomCases = ({ usual, all }: Cases): number =>
  process.env.TEST_MATRIX === 'all' ? all : usual
