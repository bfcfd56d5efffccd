import { testSeeds } from './longRun/seeds';

// The seeds are in two files, so that both processors work on them.
testSeeds(26, 25);

// Each of these loses or doubles something when one protection is taken out that the others do not need.
for (const seed of [51, 75, 121, 133, 149, 192, 215, 220, 271, 288]) testSeeds(seed, 1);
