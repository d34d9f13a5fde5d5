//! Who reads and writes where (rulings 12 and 13): a grid of persons and nodes, read through every reading operation and
//! written through `remember`, with each leg of the search alone; and the difference between no filter and an empty one.

mod filters;
mod grid;
mod household;
mod reach;
