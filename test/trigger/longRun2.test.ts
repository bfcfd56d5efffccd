import { testSeeds } from './longRun/seeds';

// The seeds are in two files, so that both processors work on them.
testSeeds(26, 25);

// Without one of these protections only such a seed loses something: dates ahead that must not be forgotten, pages that
// must join, inboxes that must all begin with the activation.
for (const seed of [65, 94, 293]) testSeeds(seed, 1);
