import { testSeeds } from './longRun/seeds';

// The seeds are in two files, so that both processors work on them.
testSeeds(1, 2);
