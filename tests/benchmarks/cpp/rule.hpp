// The three kinds of turn: checked against the rules and played, or refused; knows no text.
#pragma once

#include "position.hpp"

namespace mentis {

constexpr int MAX_STEPS = 3;
constexpr int STEPS[] = {0, 1, 2, 3, 1, 1};         // rulebook, Movement Summary Table
constexpr int ATTACK_RANGE[] = {0, 3, 2, 1, 1, 1};  // rulebook, Capture Rules
constexpr int IMMUNE_TO[] = {0, NOBLES, SPEARS, TRENCHMEN, -1, -1};

constexpr bool is_own(int cell, int side) { return cell && cell >> 9 == side; }
constexpr bool is_enemy(int cell, int side) { return cell && cell >> 9 != side; }

// Tells whether a stack that `leader` leads may enter a square, heights apart (rules R10).
inline bool can_enter(const Position& position, int leader, int there) {
    const int cell = position.cells[there], hill = GEOMETRY.hill[there];
    if (hill != (leader == KING ? position.side + 1 : 0)) return false;
    if (!cell) return true;
    return cell >> 9 == position.side && leader != WOLF && (cell & 7) != WOLF;
}

// Walks along a path, `drops[i]` tiles staying on `path[i]` (rulebook, Stacking Rules; rules R4,
// R12). A refused walk leaves the position in pieces.
inline bool play_movement(Position& position, const int* path, const int* drops, int steps) {
    const int side = position.side, colour = side << 9, start = path[0];
    if (!is_own(position.cells[start], side)) return false;
    const int leader = position.cells[start] & 7;
    if (steps > STEPS[leader] || (leader == TRENCHMEN && steps != 2)) return false;
    int moving = 0, departing = 0;
    for (int index = 0; index < steps; ++index) {
        const int here = path[index], there = path[index + 1];
        if (GEOMETRY.distance[here][there] != 1) return false;
        const int heading = GEOMETRY.direction[here][there];
        if (heading < 0 && leader != WOLF) return false;
        if (leader == TRENCHMEN && heading != GEOMETRY.direction[path[0]][path[1]]) return false;
        const int tiles = (position.cells[here] & TILES_MASK) << 3 * height(moving) | moving;
        const int going = height(tiles) - drops[index];
        if (going <= 0 || !can_enter(position, leader, there)) return false;
        if (index == 0) departing = going;
        if (there == start && going == departing) return false;
        const int left = tiles >> 3 * going;
        moving = tiles & ((1 << 3 * going) - 1);
        position.put(here, left ? left | colour : 0);
        if (height(position.cells[there]) + going > MAX_HEIGHT) return false;
    }
    const int last = path[steps];
    const int below = position.cells[last] & TILES_MASK;
    position.put(last, below << 3 * height(moving) | moving | colour);
    position.pass_turn();
    return true;
}

// Tells whether an enemy tile orthogonally adjacent forbids deployment (rulebook, Deployment Rules).
inline bool is_banned(const Position& position, int place) {
    for (int way = 0; way < 4; ++way) {
        const int near = GEOMETRY.step[place][way];
        if (near >= 0 && is_enemy(position.cells[near], position.side)) return true;
    }
    return false;
}

// Deploys packed tiles, the top one lowest (rulebook, Deployment Rules and The Wolf).
inline bool play_deployment(Position& position, int tiles, int place) {
    const int side = position.side, cell = position.cells[place];
    if (!GEOMETRY.deployment[side][place] || is_enemy(cell, side)) return false;
    int hand = position.hands[side];
    bool has_wolf = false;
    for (int rest = tiles; rest; rest >>= 3) {
        const int tile = rest & 7;
        if (tile == KING || !hand_count(hand, tile)) return false;
        hand -= 1 << HAND_SHIFT[tile];
        has_wolf |= tile == WOLF;
    }
    if (has_wolf) {
        if (tiles != WOLF || cell) return false;
    } else if ((cell & 7) == WOLF || height(cell) + height(tiles) > MAX_HEIGHT ||
               is_banned(position, place)) {
        return false;
    }
    position.put(place, (cell & TILES_MASK) << 3 * height(tiles) | tiles | side << 9);
    position.hold(side, hand);
    position.pass_turn();
    return true;
}

// Checks a capture of an enemy tile (rulebook, Capture Rules; rules R2, R3, R10).
inline bool can_capture(const Position& position, int place, int target) {
    const int side = position.side, attacker = position.cells[place] & 7;
    if (!is_own(position.cells[place], side) || !is_enemy(position.cells[target], side)) return false;
    if (GEOMETRY.distance[place][target] != ATTACK_RANGE[attacker]) return false;
    if (attacker == WOLF) return true;
    const int heading = GEOMETRY.direction[place][target];
    if (heading < 0 || IMMUNE_TO[position.cells[target] & 7] == attacker) return false;
    for (int at = GEOMETRY.step[place][heading]; at != target; at = GEOMETRY.step[at][heading]) {
        const int cell = position.cells[at];
        if (is_enemy(cell, side) && IMMUNE_TO[cell & 7] == attacker) return false;
    }
    return true;
}

inline bool play_capture(Position& position, int place, int target) {
    if (!can_capture(position, place, target)) return false;
    const int rest = (position.cells[target] & TILES_MASK) >> 3;
    position.put(target, rest ? rest | (1 - position.side) << 9 : 0);
    position.pass_turn();
    return true;
}

}  // namespace mentis
